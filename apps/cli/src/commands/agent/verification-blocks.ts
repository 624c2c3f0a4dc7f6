import { runDocument, type Verification, verificationText } from "@perspt/agent";
import type { JsonObject } from "@perspt/json";
import { type Block, code, line, span } from "../../output/blocks.js";

/** Most lines of a verifier's output that are shown; the journal has all that was kept. */
const SHOWN_LINES = 20;

export function verificationBlocks(verification: Verification): readonly Block[] {
  switch (verification.kind) {
    case "none":
      return [line(span("no verifier", "warning"), " is configured")];
    case "passed":
      return [line(span("verified", "good"), `: ${commandsOf(verification)}`)];
    case "failed": {
      const lines = verificationText(verification).split("\n");
      const cut = lines.length - SHOWN_LINES;
      const shown = cut > 0 ? [`[… ${cut} lines]`, ...lines.slice(cut)] : lines;
      return [line(span("the verifier failed", "bad")), code(shown.join("\n"))];
    }
  }
}

function commandsOf({ runs }: Extract<Verification, { readonly kind: "passed" }>): string {
  return runs.map(({ command }) => command.join(" ")).join(", ");
}

export function verificationStatus(verification: Verification): JsonObject {
  if (verification.kind === "none") return { status: "none", commands: [] };
  return {
    status: verification.kind,
    commands: verification.runs.map((run) => ({ ...runDocument(run), output: run.result.output })),
  };
}
