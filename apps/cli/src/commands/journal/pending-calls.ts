import {
  type Doubt,
  hasWriter,
  type IntentRecord,
  type JournalReading,
  unsettledSessions,
} from "@perspt/journal";
import type { JsonObject, JsonValue } from "@perspt/json";
import { touchText } from "../../documents/touch-text.js";
import { BLANK, type Block, code, heading, line, prose, span } from "../../output/blocks.js";
import { type CommandResult, type Failure, success } from "../../output/command-result.js";
import { doubtText } from "./doubt-text.js";
import { readSession } from "./read-session.js";
import { timeText } from "./time-text.js";

/** A call that may have run. */
interface PendingCall {
  readonly session: string;
  readonly doubt: Doubt;
  /** As they were written down, secrets left out; null where they cannot be read. */
  readonly arguments: JsonValue;
  /** A process writes its session now: it may just be running. */
  readonly isRunning: boolean;
}

interface Unreadable {
  readonly session: string;
  readonly failure: Failure;
}

/** `perspt journal pending`: every call of every session whose effect nobody knows. Changes nothing. */
export async function pendingCalls(stateDirectory: string): Promise<CommandResult> {
  const calls: PendingCall[] = [];
  const unreadable: Unreadable[] = [];
  for (const session of unsettledSessions({ stateDirectory })) {
    const read = readSession(stateDirectory, session);
    if (read.kind === "unreadable") {
      unreadable.push({ session, failure: read.failure });
      continue;
    }
    const isWritten = await hasWriter({ stateDirectory, session });
    for (const doubt of read.reading.state.doubts.values()) {
      calls.push({
        session,
        doubt,
        arguments: argumentsOf(read.reading, doubt),
        isRunning: isWritten && doubt.cause === "no_outcome",
      });
    }
  }
  const document = {
    pending: calls.map(callDocument),
    unreadable: unreadable.map(({ session, failure }) => ({ session, ...failure })),
  };
  return success(document, report(calls), unreadable.map(unreadableNote));
}

function argumentsOf(reading: JournalReading, { intent }: Doubt): JsonValue {
  const record = reading.records.find((candidate): candidate is IntentRecord => {
    return candidate.type === "intent" && candidate.seq === intent;
  });
  if (record === undefined) return null;
  try {
    return reading.load(record.arguments);
  } catch {
    // Its payload is gone or damaged, which `verify` tells; the call is in doubt all the same.
    return null;
  }
}

function callDocument({ session, doubt, isRunning, ...call }: PendingCall): JsonObject {
  const { intent, operation, server, effect, risk, at, cause, code: doubtCode, taskId } = doubt;
  return {
    session,
    seq: intent,
    operation,
    server,
    effect,
    risk,
    at: new Date(at).toISOString(),
    cause,
    code: doubtCode,
    taskId,
    running: isRunning,
    touches: doubt.touches.map((touch) => ({ ...touch })),
    arguments: call.arguments,
  };
}

function report(calls: readonly PendingCall[]): readonly Block[] {
  const running = calls.filter(({ isRunning }) => isRunning);
  const doubtful = calls.filter(({ isRunning }) => !isRunning);
  const title =
    doubtful.length === 0
      ? prose("No call is in doubt.")
      : heading(
          `In doubt: ${doubtful.length === 1 ? "one call" : `${doubtful.length} calls`} may have run. None is sent again by itself.`,
        );
  return [
    title,
    ...doubtful.flatMap((call) => [BLANK, ...callBlocks(call), ...settlingBlocks(call)]),
    ...(running.length === 0 ? [] : [BLANK, heading("Running now")]),
    ...running.flatMap((call) => [BLANK, ...callBlocks(call)]),
  ];
}

function callBlocks({ session, doubt, isRunning, ...call }: PendingCall): readonly Block[] {
  const { intent, operation, effect, risk, at, touches } = doubt;
  const touched =
    touches.length === 0 ? "nothing that the policy names" : touches.map(touchText).join(", ");
  return [
    line(
      span(operation, "strong"),
      "  ",
      span(`${session} #${intent} · ${timeText(at)} · ${effect}, risk ${risk}`, "dim"),
    ),
    ...(isRunning ? [] : [prose(doubtText(doubt), { indent: 2, tone: "warning" })]),
    prose(`touches: ${touched}`, { indent: 2 }),
    prose(`arguments: ${JSON.stringify(call.arguments)}`, { indent: 2 }),
  ];
}

function settlingBlocks({ session, doubt }: PendingCall): readonly Block[] {
  return [
    ...(doubt.taskId === null
      ? []
      : [
          prose("Its server may know how it ended; nothing is called again:", { indent: 2 }),
          code(`perspt journal resolve ${session} ${doubt.intent} --ask`, 4),
        ]),
    prose("Look whether it happened, then say so (--did, --did-not or --unknown):", { indent: 2 }),
    code(`perspt journal resolve ${session} ${doubt.intent} --did --note "what you saw"`, 4),
  ];
}

function unreadableNote({ session, failure }: Unreadable): Block {
  return prose(`${session} may hold calls in doubt, and cannot be read: ${failure.message}`, {
    tone: "warning",
  });
}
