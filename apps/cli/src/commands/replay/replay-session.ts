import type { JournalReading } from "@perspt/journal";
import type { Machine } from "../../machine/machine.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { readSession } from "../journal/read-session.js";
import { verdictReason } from "../journal/verdict-text.js";
import { replayPolicy } from "./replay-policy.js";
import { replayRecorded } from "./replay-recorded.js";

export interface ReplayInput {
  readonly session: string;
  /** A configuration file whose policies are tried; null to replay what was recorded. */
  readonly policy: string | null;
}

/** Logs whose every record verifies, even if some may be missing from the end. */
const REPLAYED: ReadonlySet<JournalReading["verdict"]["kind"]> = new Set([
  "ok",
  "no_anchor",
  "unfinished_tail",
]);

/** `perspt replay`: reads a session from the disk and nothing else. A log that does not verify is not replayed. */
export async function replaySession(
  { session, policy }: ReplayInput,
  { files }: Pick<Machine, "files">,
  stateDirectory: string,
): Promise<CommandResult> {
  const read = readSession(stateDirectory, session);
  if (read.kind === "unreadable") return failed(EXIT_CODES.usage, read.failure);
  const { reading } = read;
  if (!REPLAYED.has(reading.verdict.kind)) {
    return failed(EXIT_CODES.usage, {
      code: "journal_damaged",
      message: `Session ${session} does not verify, so it is not replayed. ${verdictReason(reading) ?? ""}`,
      hint: `What can be read of it: \`perspt journal show ${session}\`.`,
    });
  }
  if (policy === null) return replayRecorded(reading);
  const loading = await loadConfig(files, policy);
  return loading.kind === "failed"
    ? loading.result
    : replayPolicy({ reading, file: policy, servers: loading.config.servers });
}
