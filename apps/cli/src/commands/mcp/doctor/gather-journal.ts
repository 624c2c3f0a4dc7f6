import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  JournalError,
  listSessions,
  newSessionId,
  openJournal,
  pendingDoubts,
  verifyJournal,
} from "@perspt/journal";
import { digestBytes } from "@perspt/json";
import { codeOf } from "../../../machine/file-reasons.js";
import { shellWord } from "../../../output/shell-word.js";
import type { McpContext } from "../command-context.js";
import type { JournalFacts } from "./journal-check.js";

/** After so long, in milliseconds, no further session is verified. */
const VERIFYING_MS = 2000;

/** Looks at the directory of journals: makes a session of its own in it, and removes it again. Never rejects for what the disk does. */
export async function gatherJournal(context: McpContext): Promise<JournalFacts> {
  const { paths, globals } = context;
  const { stateDirectory } = paths;
  return {
    directory: stateDirectory,
    trial: await tryDirectory(context),
    ...verifySessions(context),
    perspt: globals.config === null ? "perspt" : `perspt --config ${shellWord(paths.configFile)}`,
  };
}

async function tryDirectory({ machine, paths }: McpContext): Promise<JournalFacts["trial"]> {
  const { stateDirectory } = paths;
  try {
    if (!existsSync(stateDirectory)) {
      const within = nearestThatExists(stateDirectory);
      accessSync(within, constants.W_OK | constants.X_OK);
      return { kind: "to_be_made", within };
    }
    const place = mkdtempSync(join(stateDirectory, "doctor-"));
    try {
      await writeSession(place, machine);
      return { kind: "written" };
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  } catch (error) {
    return { kind: "failed", problem: problemOf(error, stateDirectory) };
  }
}

async function writeSession(
  place: string,
  { clock, programVersion }: McpContext["machine"],
): Promise<void> {
  const id = newSessionId(clock.now());
  const header = {
    persptVersion: programVersion,
    mode: "agent",
    workspace: null,
    configDigest: digestBytes(new Uint8Array()),
    protectedPaths: [],
  } as const;
  const journal = await openJournal({
    stateDirectory: place,
    session: { kind: "new", id, header },
    secrets: [],
    clock,
  });
  await journal.close();
  const { verdict } = verifyJournal({ stateDirectory: place, session: id }, () => {});
  if (verdict.kind !== "ok") {
    throw new JournalError({
      code: "journal_unavailable",
      message: "What was written there does not read back as it was.",
      hint: "Check the disk, or set PERSPT_STATE_DIR to another one.",
    });
  }
}

function verifySessions({
  machine,
  paths: { stateDirectory },
}: McpContext): Pick<JournalFacts, "verified" | "damaged" | "left" | "doubts"> {
  try {
    const sessions = [...listSessions({ stateDirectory })].reverse();
    const end = machine.clock.now() + VERIFYING_MS;
    let verified = 0;
    const damaged: { session: string; directory: string }[] = [];
    for (const session of sessions) {
      if (machine.clock.now() > end) break;
      if (isWhole(stateDirectory, session)) verified += 1;
      else damaged.push({ session, directory: join(stateDirectory, "journals", session) });
    }
    const left = sessions.length - verified - damaged.length;
    return { verified, damaged, left, doubts: pendingDoubts({ stateDirectory }).length };
  } catch {
    // What keeps the directory from being read is the trial's to tell.
    return { verified: 0, damaged: [], left: 0, doubts: 0 };
  }
}

/** Whether a session is what was written, or what a crash leaves of it. */
function isWhole(stateDirectory: string, session: string): boolean {
  try {
    const { verdict } = verifyJournal({ stateDirectory, session }, () => {});
    return !["corrupt", "lost_data"].includes(verdict.kind);
  } catch (error) {
    if (error instanceof JournalError) return false;
    throw error;
  }
}

function nearestThatExists(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestThatExists(parent);
}

function problemOf(
  error: unknown,
  directory: string,
): Pick<JournalError, "code" | "message" | "hint"> {
  if (error instanceof JournalError) return error;
  const isDenied = ["EACCES", "EPERM", "EROFS"].includes(codeOf(error));
  return {
    code: isDenied ? "journal_readonly" : "journal_unavailable",
    message: `Journals cannot be written in ${directory}: ${error instanceof Error ? error.message : String(error)}`,
    hint: "Set PERSPT_STATE_DIR to a directory that is yours.",
  };
}
