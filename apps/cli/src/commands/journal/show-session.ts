import { hasWriter, type JournalReading } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { plainObject } from "../../documents/plain-object.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { readSession } from "./read-session.js";
import { sessionBlocks } from "./session-blocks.js";
import { verdictReason } from "./verdict-text.js";

export interface ShowInput {
  readonly session: string;
  readonly verbose: boolean;
}

/** `perspt journal show`: the calls of a session; under `--json` its records as they were written. */
export async function showSession(
  { session, verbose }: ShowInput,
  stateDirectory: string,
): Promise<CommandResult> {
  const read = readSession(stateDirectory, session);
  if (read.kind === "unreadable") return failed(EXIT_CODES.usage, read.failure);
  const { reading } = read;
  const isWritten = await hasWriter({ stateDirectory, session });
  return {
    ...success(document(reading), sessionBlocks({ reading, isWritten, verbose })),
    ...damage(reading),
  };
}

function document(reading: JournalReading): JsonObject {
  const { session, verdict, head, state, records } = reading;
  return {
    session,
    status: verdict.kind,
    head: head.hash,
    pending: state.doubts.size,
    records: records.map(plainObject),
  };
}

/** A log that does not verify is shown as far as it does, and is still a failure. */
function damage(reading: JournalReading): Partial<CommandResult> {
  const reason = verdictReason(reading);
  switch (reading.verdict.kind) {
    case "ok":
    case "no_anchor":
    case "not_begun":
    case "unfinished_tail":
      return {};
    case "corrupt":
    case "lost_data":
    case "unsupported":
      return {
        exitCode: EXIT_CODES.usage,
        failure: {
          code: "journal_damaged",
          message: `Session ${reading.session} does not verify. ${reason ?? ""}`,
          hint: null,
        },
      };
  }
}
