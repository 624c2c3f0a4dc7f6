// Writing a session.

export type {
  CallIdentity,
  CallToIdentify,
  Journal,
  RecordPosition,
  Recovery,
} from "./journal.js";
export type { JournalLimits } from "./journal-limits.js";
export { newSessionId, type OpenJournalOptions, openJournal } from "./open-journal.js";

// Reading, without changing or locking anything.

export type { LogVerdict } from "./load-log.js";
export {
  hasWriter,
  type JournalReading,
  type JournalVerification,
  listSessions,
  type PendingDoubt,
  pendingDoubts,
  type ReadJournalOptions,
  readJournal,
  type SessionSelection,
  unsettledSessions,
  verifyJournal,
} from "./read-journal.js";
export type { BadPlace } from "./scan-log.js";

// What the records add up to.

export { callKeyOf } from "./call-key.js";
export { EMPTY_STATE, fold } from "./fold.js";
export type { Doubt, JournalState, SamplingUse } from "./journal-state.js";

// Showing a session to others.

export {
  type ExportedLine,
  type ExportOptions,
  exportSession,
  type SessionExport,
} from "./export-session.js";

// Refusals.

export { JournalError, type JournalErrorCode } from "./journal-error.js";

// Ports.

export type { AppendFile, FileSystem, PathStatus } from "./file-system.js";
export { nodeFileSystem } from "./node-file-system.js";
export type { AcquireLock, WriterLock } from "./writer-lock.js";

// Records.

export type {
  CallFacts,
  CallOrigin,
  RecordedArgumentBinding,
  RecordedBinding,
  RecordedLink,
  RecordedSelector,
  RecordedTouch,
  RecordedTraceEntry,
} from "./records/call-facts.js";
export type { EntryOf, JournalEntry, SessionHeader } from "./records/journal-entry.js";
export {
  type AdmissionRecord,
  type ApprovalRecord,
  type CatalogRecord,
  type ElicitationRecord,
  type EndRecord,
  type GrantRecord,
  type IntentRecord,
  type JournalRecord,
  type LegRecord,
  type MessageRecord,
  type ModelTurnRecord,
  type OutcomeRecord,
  RECORD_VERSION,
  type RecordedCallError,
  type RecordedCapability,
  type RecordFrame,
  type RefusalRecord,
  type RekeyRecord,
  type ResolvedRecord,
  type SamplingRecord,
  type SegmentRecord,
  type SessionRecord,
  type UnknownRecord,
  type WrittenRecord,
} from "./records/journal-record.js";
export type { Payload } from "./records/payload.js";

// Secrets, in every spelling that is looked for.

export { MIN_SCANNED_SECRET_BYTES, secretSpellings } from "./redact.js";
