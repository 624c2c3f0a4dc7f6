import type { JournalReading } from "@perspt/journal";
import {
  type Divergence,
  replaySession,
  type TranscriptCall,
  type TranscriptEntry,
} from "@perspt/session";
import { BLANK, type Block, line, prose, span, table } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { transcriptBlocks } from "./transcript-blocks.js";

/** `perspt replay SESSION`: every decision made again from the record, every outcome taken from it; connects to nothing. */
export function replayRecorded(reading: JournalReading): CommandResult {
  const { session } = reading;
  const replay = replaySession(reading);
  switch (replay.kind) {
    case "same": {
      const { transcript, transcriptHash } = replay;
      const document = {
        session,
        replay: "same",
        calls: callsIn(transcript).map(callDocument),
        turns: transcript.flatMap((entry) =>
          entry.kind === "turn" ? [{ seq: entry.seq, route: entry.route }] : [],
        ),
        transcript: transcript.map(entryDocument),
        transcriptHash,
      };
      return success(document, sameBlocks(session, transcript, transcriptHash));
    }
    case "diverged": {
      const { callsBefore, divergence } = replay;
      return {
        ...failed(EXIT_CODES.usage, {
          code: "replay_diverged",
          message: `Session ${session} does not come out the same: call ${callsBefore + 1}, #${divergence.seq} ${divergence.operation}, differs in ${divergence.member}.`,
          hint: "The record was changed, or another version of Perspt decides otherwise. `perspt journal verify` checks the record.",
        }),
        document: { session, replay: "diverged", callsBefore, divergence: { ...divergence } },
        report: [divergenceTable(divergence)],
      };
    }
    case "incomplete":
      return failed(EXIT_CODES.usage, {
        code: replay.code,
        message: replay.message,
        hint: `What can be read of it: \`perspt journal show ${session}\`.`,
      });
  }
}

function callsIn(transcript: readonly TranscriptEntry[]): readonly TranscriptCall[] {
  return transcript.filter((entry) => entry.kind === "call");
}

function callDocument({ seq, operation, rule, outcome }: TranscriptCall) {
  return { seq, operation, rule, outcome: outcome === null ? null : outcome.kind };
}

function entryDocument(entry: TranscriptEntry) {
  switch (entry.kind) {
    case "message":
    case "turn":
      return { ...entry };
    case "call":
      return { kind: "call", ...callDocument(entry) };
  }
}

function sameBlocks(
  session: string,
  transcript: readonly TranscriptEntry[],
  hash: string,
): readonly Block[] {
  const calls = callsIn(transcript);
  const isConversation = calls.length < transcript.length;
  const count = calls.length === 1 ? "1 decision comes" : `${calls.length} decisions come`;
  return [
    line(span(session, "strong"), "  ", span("same", "good"), `  ${count} out as recorded`),
    line(span(`transcript ${hash}`, "dim")),
    ...(isConversation ? [BLANK, ...transcriptBlocks(transcript), BLANK] : []),
    ...(calls.length === 0 || isConversation
      ? []
      : [
          table(
            [
              { title: "#", align: "right" },
              { title: "operation" },
              { title: "rule" },
              { title: "outcome" },
            ],
            calls.map(({ seq, operation, rule, outcome }) => [
              String(seq),
              operation,
              rule,
              outcome?.kind ?? "not sent",
            ]),
          ),
        ]),
    prose("Nothing was connected to: every outcome is the recorded one.", { tone: "dim" }),
  ];
}

function divergenceTable({ member, recorded, replayed }: Divergence): Block {
  return table(
    [{ title: "" }, { title: member }],
    [
      ["recorded", recorded],
      ["replayed", replayed],
    ],
  );
}
