import type { AgentEnd } from "@perspt/agent";
import type { JsonObject } from "@perspt/json";
import { type Block, line, prose, span } from "../../output/blocks.js";
import type { Failure } from "../../output/command-result.js";
import { EXIT_CODES, type ExitCode } from "../../output/exit-codes.js";
import { exitCodeOfModelFailure } from "../chat/model-failure.js";

/** How a run's end is told. */
export interface TellableEnd {
  readonly exitCode: ExitCode;
  readonly document: JsonObject;
  readonly blocks: readonly Block[];
  readonly failure: Failure | null;
}

/** The end of a run as the program's: its exit code, its last line, and what to do next. Pure. */
export function endResult(end: AgentEnd, session: string): TellableEnd {
  const told = (
    exitCode: ExitCode,
    blocks: readonly Block[],
    failure: Failure | null,
    details: JsonObject = {},
  ): TellableEnd => ({
    exitCode,
    document: { event: "ended", end: end.kind, session, ...details },
    blocks,
    failure,
  });
  const { ok, refused, tool_error, uncertain, interrupted, configuration } = EXIT_CODES;
  switch (end.kind) {
    case "accepted": {
      const { files } = end.diff;
      const sum = (name: "added" | "removed") =>
        files.reduce((total, file) => total + (file[name] ?? 0), 0);
      return told(
        ok,
        [
          line(
            span("accepted", "good"),
            `: ${files.length} ${files.length === 1 ? "file" : "files"}, +${sum("added")} -${sum("removed")}`,
          ),
        ],
        null,
        { files: files.map((file) => ({ ...file })) },
      );
    }
    case "answered":
      return told(ok, [prose("Nothing was changed.", { tone: "dim" })], null);
    case "not_accepted": {
      const { code, because, change } = end;
      if (code === "dry_run")
        return told(ok, [prose(`${because} The change: ${change}`)], null, { change });
      return told(
        refused,
        [],
        { code, message: because, hint: hintFor(code, change, session) },
        { change },
      );
    }
    case "tree_changed":
      return told(
        refused,
        [],
        {
          code: "tree_changed",
          message: `Nothing was touched: these files changed while the agent worked: ${end.paths.join(", ")}.`,
          hint: `The agent's change is in ${end.change}, yours since it began in ${end.theirs}.`,
        },
        { paths: [...end.paths], change: end.change, theirs: end.theirs },
      );
    case "partly_applied":
      return told(
        tool_error,
        [],
        {
          code: "partly_applied",
          message: `${end.because} These files could not be put back to what they were; every other is as it was: ${end.paths.join(", ")}.`,
          hint: `\`perspt agent resume ${session}\` puts the rest in place once the disk can be written. The whole change is in ${end.change}, what of it is in your files in ${end.theirs}.`,
        },
        { paths: [...end.paths], change: end.change, theirs: end.theirs },
      );
    case "not_repaired":
      return told(
        tool_error,
        [],
        {
          code: "not_repaired",
          message: `The verifier still fails after ${end.rounds} repairs. Nothing was touched.`,
          hint: `The change so far is in ${end.change}.`,
        },
        { rounds: end.rounds, change: end.change },
      );
    case "turns_exhausted":
      return told(
        tool_error,
        [],
        {
          code: "turns_exhausted",
          message: `The model took ${end.turns} turns and has not finished. Nothing was touched.`,
          hint: `${end.change === null ? "Nothing was changed so far." : `The change so far is in ${end.change}.`} --max-turns allows more.`,
        },
        { turns: end.turns, change: end.change },
      );
    case "not_begun":
      return told(interrupted, [], {
        code: "stopped",
        message: "Stopped before the model was asked for anything. Nothing was touched.",
        hint: "Run the task again.",
      });
    case "stopped":
      return told(interrupted, [], {
        code: "stopped",
        message: "Stopped. Nothing was touched.",
        hint: `\`perspt agent resume ${session}\` goes on.`,
      });
    case "model_failed": {
      const { code, message, hint } = end.failure;
      return told(exitCodeOfModelFailure(end.failure), [], {
        code,
        message,
        hint: `${hint === null ? "" : `${hint} `}\`perspt agent resume ${session}\` goes on.`,
      });
    }
    case "in_doubt":
      return told(
        uncertain,
        [],
        {
          code: "in_doubt",
          message: `Whether these calls took effect is not known: ${end.intents.map((intent) => `#${intent}`).join(", ")}.`,
          hint: `Look, then say so with \`perspt journal resolve ${session} SEQ --did --note TEXT\` (or --did-not, --unknown), and resume again.`,
        },
        { intents: [...end.intents] },
      );
    case "no_candidate":
      return told(configuration, [], end.problem);
  }
}

function hintFor(code: string, change: string | null, session: string): string {
  const kept = change === null ? "" : `The change is in ${change}. `;
  switch (code) {
    case "not_verified":
      return `${kept}Name a verifier (--verify "npm test", or [agent] verify), or run at a terminal. \`perspt agent resume ${session}\` comes back to this point.`;
    case "nobody_to_ask":
      return `${kept}\`perspt agent resume ${session}\` at a terminal asks you.`;
    case "unsettled":
      return `${kept}\`perspt journal pending\` lists what is in doubt. Look, say so with \`perspt journal resolve\`, and resume again.`;
    default:
      return `${kept}\`perspt agent resume ${session}\` comes back to this point.`;
  }
}
