import type { AskAcceptance, Evidence } from "@perspt/agent";
import type { Prompt } from "../../machine/prompt.js";
import { BLANK, type Block, heading, prose } from "../../output/blocks.js";
import { changeBlocks } from "./event-blocks.js";
import { verificationBlocks } from "./verification-blocks.js";

/** Asks the person at the terminal, who sees the whole change and the verifier's word on it. */
export function askAcceptance(prompt: Prompt): AskAcceptance {
  return async (evidence, signal) => {
    const answer = await prompt.ask(evidenceBlocks(evidence), "Apply it?", ["call"], signal);
    if (answer === "withdrawn") return "withdrawn";
    return answer === "no" ? "declined" : "accepted";
  };
}

function evidenceBlocks({ task, diff, verification }: Evidence): readonly Block[] {
  return [
    heading("This change waits for your yes"),
    prose(task, { tone: "dim" }),
    BLANK,
    ...changeBlocks(diff),
    ...verificationBlocks(verification),
  ];
}
