import type { JournalReading, JournalRecord } from "@perspt/journal";
import { roundDuration } from "../../documents/call-document.js";
import {
  BLANK,
  type Block,
  heading,
  line,
  prose,
  span,
  type Tone,
  table,
} from "../../output/blocks.js";
import { callsOf, type SessionCall } from "./session-calls.js";
import { timeText } from "./time-text.js";
import { verdictReason } from "./verdict-text.js";

/** A session for people: what it was, its calls, and what is in doubt; with `verbose`, every record. */
export function sessionBlocks(reading: JournalReading, verbose: boolean): readonly Block[] {
  const calls = callsOf(reading);
  return [
    ...summaryBlocks(reading),
    BLANK,
    ...(calls.length === 0 ? [prose("No call was decided in it.")] : [callTable(calls)]),
    ...doubtBlocks(calls),
    ...(verbose ? [BLANK, recordTable(reading.records)] : []),
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

function callTable(calls: readonly SessionCall[]): Block {
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
      noteText(call),
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

function doubtBlocks(calls: readonly SessionCall[]): readonly Block[] {
  const doubtful = calls.flatMap(({ seq, operation, doubt }) =>
    doubt === null ? [] : [{ seq, operation, doubt }],
  );
  if (doubtful.length === 0) return [];
  return [
    BLANK,
    heading("In doubt: may have run, and is never sent again by itself"),
    ...doubtful.flatMap(({ seq, operation, doubt }) => [
      prose(`#${seq} ${operation}: ${causeText(doubt)}`, { indent: 2 }),
    ]),
  ];
}

function causeText({ cause, code, taskId }: NonNullable<SessionCall["doubt"]>): string {
  const task = taskId === null ? "" : ` It had become the task ${taskId}.`;
  switch (cause) {
    case "no_outcome":
      return `its intent is written down and its outcome is not: it is still running, or perspt was stopped in the middle.${task}`;
    case "uncertain":
      return `it was sent, and how it ended is not known (${code ?? "uncertain"}).${task}`;
  }
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
