import type { JournalReading, JournalRecord } from "@perspt/journal";
import { roundDuration } from "../../documents/call-document.js";
import {
  BLANK,
  type Block,
  code,
  heading,
  line,
  prose,
  span,
  type Tone,
  table,
} from "../../output/blocks.js";
import { doubtText } from "./doubt-text.js";
import { callsOf, type SessionCall } from "./session-calls.js";
import { timeText } from "./time-text.js";
import { verdictReason } from "./verdict-text.js";

export interface SessionView {
  readonly reading: JournalReading;
  /** A process writes the session now: what has no outcome may just be running. */
  readonly isWritten: boolean;
  /** Every record, not only the calls. */
  readonly verbose: boolean;
}

/** A session for people: what it was, its calls, and what is in doubt. */
export function sessionBlocks({ reading, isWritten, verbose }: SessionView): readonly Block[] {
  const calls = callsOf(reading);
  const isRunning = ({ doubt }: SessionCall): boolean => isWritten && doubt?.cause === "no_outcome";
  const doubtful = calls.filter((call) => call.doubt !== null && !isRunning(call));
  return [
    ...summaryBlocks(reading),
    BLANK,
    ...(calls.length === 0 ? [prose("No call was decided in it.")] : [callTable(calls, isRunning)]),
    ...conversationBlocks(reading),
    ...doubtBlocks(reading.session, doubtful),
    ...(verbose ? [BLANK, recordTable(reading.records)] : []),
  ];
}

/** What was said is told by the replay. */
function conversationBlocks({ session, records }: JournalReading): readonly Block[] {
  const turns = records.filter(({ type }) => type === "model_turn").length;
  if (turns === 0) return [];
  const count = turns === 1 ? "1 turn" : `${turns} turns`;
  return [
    prose(`The model had ${count} in it. What was said: \`perspt replay ${session}\`.`, {
      tone: "dim",
    }),
  ];
}

function summaryBlocks(reading: JournalReading): readonly Block[] {
  const { session, records, state, verdict, head } = reading;
  const started = records[0];
  const details = [
    ...(state.session === null ? [] : [`${state.session.mode} mode`]),
    ...(started === undefined ? [] : [`started ${timeText(started.at)}`]),
    `${records.length} records`,
    state.ended ? "ended" : "not ended",
  ];
  const reason = verdictReason(reading);
  return [
    line(
      span(session, "strong"),
      "  ",
      span(verdict.kind.replaceAll("_", " "), verdict.kind === "ok" ? "good" : "bad"),
      "  ",
      span(details.join(" · "), "dim"),
    ),
    line(span(`head ${head.hash}`, "dim")),
    ...(reason === null ? [] : [prose(reason, { tone: "warning" })]),
  ];
}

function callTable(
  calls: readonly SessionCall[],
  isRunning: (call: SessionCall) => boolean,
): Block {
  return table(
    [
      { title: "#", align: "right" },
      { title: "time" },
      { title: "operation" },
      { title: "decision" },
      { title: "outcome", tone: outcomeTone },
      { title: "ms", align: "right" },
      { title: "", tone: () => "warning" },
    ],
    calls.map((call) => [
      String(call.seq),
      timeText(call.at),
      call.operation,
      `${call.decision}: ${call.rule}`,
      outcomeText(call),
      call.outcome === null ? "" : String(roundDuration(call.outcome.durationMs)),
      isRunning(call) ? "running" : noteText(call),
    ]),
  );
}

function outcomeText({ decision, outcome }: SessionCall): string {
  if (outcome !== null) return outcome.kind;
  return decision === "deny" ? "not sent" : "none";
}

function outcomeTone(outcome: string): Tone {
  if (outcome === "completed") return "good";
  return outcome === "not sent" ? "dim" : "warning";
}

function noteText({ doubt, resolved }: SessionCall): string {
  if (doubt !== null) return "in doubt";
  return resolved === null ? "" : `settled: ${resolved.verdict.replace("_", " ")}`;
}

function doubtBlocks(session: string, calls: readonly SessionCall[]): readonly Block[] {
  const [first] = calls;
  if (first === undefined) return [];
  return [
    BLANK,
    heading("In doubt: may have run, and is never sent again by itself"),
    ...calls.map(({ seq, operation, doubt }) =>
      prose(`#${seq} ${operation}: ${doubt === null ? "" : doubtText(doubt)}`, { indent: 2 }),
    ),
    prose("Once you have looked whether it happened (--did, --did-not or --unknown):", {
      indent: 2,
    }),
    code(`perspt journal resolve ${session} ${first.seq} --did --note "what you saw"`, 4),
  ];
}

function recordTable(records: readonly JournalRecord[]): Block {
  return table(
    [
      { title: "#", align: "right" },
      { title: "time" },
      { title: "record" },
      { title: "of", align: "right" },
      { title: "what" },
    ],
    records.map((record) => [
      String(record.seq),
      timeText(record.at),
      record.type === "unknown" ? record.recordedType : record.type,
      "intent" in record && record.intent !== null ? `#${record.intent}` : "",
      detailOf(record),
    ]),
  );
}

function detailOf(record: JournalRecord): string {
  switch (record.type) {
    case "intent":
    case "refusal":
    case "approval":
      return record.operation;
    case "outcome":
      return record.error === null ? record.kind : `${record.kind}: ${record.error.code}`;
    case "leg":
      return `${record.number} ${record.method} ${record.stage}`;
    case "catalog":
    case "admission":
    case "elicitation":
    case "sampling":
      return record.server;
    case "grant":
      return `${record.capability.mode}, up to ${record.capability.riskCeiling}`;
    case "session":
      return `perspt ${record.persptVersion}`;
    case "segment":
      return `number ${record.number}`;
    case "message":
      return `from ${record.from === "person" ? "the person" : "perspt"}`;
    case "model_turn":
      return record.route;
    case "resolved":
      return `${record.verdict}: ${record.note}`;
    case "rekey":
    case "end":
      return record.reason;
    case "unknown":
      return "a record of a type that this perspt does not know";
  }
}
