import { type JournalReading, listSessions as sessionNames } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { type Block, prose, table } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { readSession } from "./read-session.js";
import { callsOf } from "./session-calls.js";
import { timeText } from "./time-text.js";

interface SessionLine {
  readonly session: string;
  /** Null for a session that cannot be read. */
  readonly startedAt: number | null;
  readonly mode: string | null;
  readonly calls: number;
  readonly pending: number;
  readonly status: JournalReading["verdict"]["kind"] | "unreadable";
}

/** `perspt journal list`: the recorded sessions, newest first. */
export function listSessions(stateDirectory: string): CommandResult {
  const lines = [...sessionNames({ stateDirectory })]
    .reverse()
    .map((session) => lineOf(session, stateDirectory));
  return success({ sessions: lines.map(document) }, report(lines));
}

function lineOf(session: string, stateDirectory: string): SessionLine {
  const read = readSession(stateDirectory, session);
  if (read.kind === "unreadable") {
    return { session, startedAt: null, mode: null, calls: 0, pending: 0, status: "unreadable" };
  }
  const { records, state, verdict } = read.reading;
  return {
    session,
    startedAt: records[0]?.at ?? null,
    mode: state.session?.mode ?? null,
    calls: callsOf(read.reading).length,
    pending: state.doubts.size,
    status: verdict.kind,
  };
}

function document({ startedAt, ...line }: SessionLine): JsonObject {
  return { ...line, startedAt: startedAt === null ? null : new Date(startedAt).toISOString() };
}

function report(lines: readonly SessionLine[]): readonly Block[] {
  if (lines.length === 0) {
    return [prose("There are no sessions yet: the first decision on a call makes one.")];
  }
  return [
    table(
      [
        { title: "session" },
        { title: "started" },
        { title: "mode" },
        { title: "calls", align: "right" },
        { title: "in doubt", align: "right", tone: (cell) => (cell === "0" ? "plain" : "warning") },
        { title: "log", tone: (cell) => (cell === "ok" ? "good" : "warning") },
      ],
      lines.map(({ session, startedAt, mode, calls, pending, status }) => [
        session,
        startedAt === null ? "" : timeText(startedAt),
        mode ?? "",
        String(calls),
        String(pending),
        status.replaceAll("_", " "),
      ]),
    ),
  ];
}
