import {
  JournalError,
  type JournalReading,
  type JournalRecord,
  listSessions,
  type Payload,
} from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { BLANK, type Block, prose, type Tone, table } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { readSession } from "./read-session.js";
import { verdictReason } from "./verdict-text.js";

/** One session's verification. */
export interface Verification {
  readonly session: string;
  readonly records: number;
  /** Hash of the last record that verifies; null where none could be read. */
  readonly head: string | null;
  /** `ok`, or what is wrong: a verdict on the log, `blob_damaged`, or `unreadable`. */
  readonly status: JournalReading["verdict"]["kind"] | "blob_damaged" | "unreadable";
  readonly pending: number;
  /** Where the log stops to verify; null where it does not. */
  readonly at: {
    readonly record: number;
    readonly segment: string;
    readonly offset: number;
  } | null;
  readonly reason: string | null;
}

/** What a session is that was ended in order, or by a crash. */
const SOUND: ReadonlySet<Verification["status"]> = new Set(["ok", "unfinished_tail", "not_begun"]);

/** `perspt journal verify`: every record's hash, and every payload kept apart, of one session or of all. Changes nothing. */
export function verifySessions(session: string | null, stateDirectory: string): CommandResult {
  const sessions = session === null ? listSessions({ stateDirectory }) : [session];
  if (session !== null) {
    const reading = readSession(stateDirectory, session);
    if (reading.kind === "unreadable") return failed(EXIT_CODES.usage, reading.failure);
  }
  const verifications = sessions.map((id) => verify(id, stateDirectory));
  const bad = verifications.filter(({ status }) => !SOUND.has(status));
  const result = success({ sessions: verifications.map(document) }, report(verifications));
  if (bad.length === 0) return result;
  return {
    ...result,
    exitCode: EXIT_CODES.usage,
    failure: {
      code: "journal_damaged",
      message: `${bad.length} of ${verifications.length} sessions do not verify: ${bad.map((one) => one.session).join(", ")}.`,
      hint: "What can be read of one: `perspt journal show SESSION`.",
    },
  };
}

function verify(session: string, stateDirectory: string): Verification {
  const read = readSession(stateDirectory, session);
  if (read.kind === "unreadable") {
    const { message } = read.failure;
    return {
      session,
      records: 0,
      head: null,
      status: "unreadable",
      pending: 0,
      at: null,
      reason: message,
    };
  }
  const { reading } = read;
  const { verdict, records, head, state } = reading;
  const whole = { session, records: records.length, head: head.hash, pending: state.doubts.size };
  const damaged =
    verdict.kind === "ok" || verdict.kind === "no_anchor" ? findDamagedPayload(reading) : null;
  if (damaged !== null) return { ...whole, status: "blob_damaged", at: null, reason: damaged };
  const at = "at" in verdict ? verdict.at : null;
  return {
    ...whole,
    status: verdict.kind,
    at: at === null ? null : { record: at.seq, segment: at.segment, offset: at.offset },
    reason: verdictReason(reading),
  };
}

/** The first payload kept apart that is missing or not what its name says. */
function findDamagedPayload(reading: JournalReading): string | null {
  for (const record of reading.records) {
    for (const payload of blobsOf(record)) {
      try {
        reading.load(payload);
      } catch (error) {
        if (error instanceof JournalError) return `Record ${record.seq}: ${error.message}`;
        throw error;
      }
    }
  }
  return null;
}

function blobsOf(record: JournalRecord): readonly Payload[] {
  return Object.values(record).filter(isBlob);
}

function isBlob(value: unknown): value is Extract<Payload, { readonly kind: "blob" }> {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "blob";
}

function document({ at, ...verification }: Verification): JsonObject {
  return { ...verification, at: at === null ? null : { ...at } };
}

function report(verifications: readonly Verification[]): readonly Block[] {
  if (verifications.length === 0) return [prose("There are no sessions yet.")];
  const reasons = verifications.filter(({ reason }) => reason !== null);
  return [
    table(
      [
        { title: "session" },
        { title: "status", tone: statusTone },
        { title: "records", align: "right" },
        { title: "in doubt", align: "right", tone: (cell) => (cell === "0" ? "plain" : "warning") },
        { title: "head" },
      ],
      verifications.map(({ session, status, records, pending, head }) => [
        session,
        status.replaceAll("_", " "),
        String(records),
        String(pending),
        head ?? "",
      ]),
    ),
    ...reasons.flatMap(({ session, reason }) => [BLANK, prose(`${session}: ${reason ?? ""}`)]),
  ];
}

function statusTone(status: string): Tone {
  if (status === "ok") return "good";
  return status === "unfinished tail" || status === "not begun" ? "warning" : "bad";
}
