import {
  JournalError,
  type JournalReading,
  type JournalRecord,
  type JournalVerification,
  listSessions,
  type Payload,
  verifyJournal,
} from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { BLANK, type Block, prose, type Tone, table } from "../../output/blocks.js";
import { type CommandResult, type Failure, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { journalFailure } from "./read-session.js";
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
  const looks = sessions.map((id) => look(id, stateDirectory));
  const [first] = looks;
  if (session !== null && first?.kind === "unreadable") {
    return failed(EXIT_CODES.usage, first.failure);
  }
  const verifications = looks.map(verificationOf);
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

type Look =
  | {
      readonly kind: "looked";
      readonly log: JournalVerification;
      readonly records: number;
      /** The records that name payloads kept apart. */
      readonly payloads: readonly (readonly [seq: number, payload: Payload])[];
    }
  | { readonly kind: "unreadable"; readonly session: string; readonly failure: Failure };

function look(session: string, stateDirectory: string): Look {
  let records = 0;
  const payloads: (readonly [number, Payload])[] = [];
  try {
    const log = verifyJournal({ stateDirectory, session }, (record) => {
      records += 1;
      for (const payload of blobsOf(record)) payloads.push([record.seq, payload]);
    });
    return { kind: "looked", log, records, payloads };
  } catch (error) {
    return { kind: "unreadable", session, failure: journalFailure(error) };
  }
}

function verificationOf(looked: Look): Verification {
  if (looked.kind === "unreadable") {
    return {
      session: looked.session,
      records: 0,
      head: null,
      status: "unreadable",
      pending: 0,
      at: null,
      reason: looked.failure.message,
    };
  }
  const { session, verdict, head, state } = looked.log;
  const whole = { session, records: looked.records, head: head.hash, pending: state.doubts.size };
  const damaged =
    verdict.kind === "ok" || verdict.kind === "no_anchor" ? findDamagedPayload(looked) : null;
  if (damaged !== null) return { ...whole, status: "blob_damaged", at: null, reason: damaged };
  const at = "at" in verdict ? verdict.at : null;
  return {
    ...whole,
    status: verdict.kind,
    at: at === null ? null : { record: at.seq, segment: at.segment, offset: at.offset },
    reason: verdictReason(looked.log),
  };
}

/** The first payload kept apart that is missing or not what its name says. */
function findDamagedPayload({
  log,
  payloads,
}: Extract<Look, { readonly kind: "looked" }>): string | null {
  for (const [seq, payload] of payloads) {
    try {
      log.load(payload);
    } catch (error) {
      if (error instanceof JournalError) return `Record ${seq}: ${error.message}`;
      throw error;
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
