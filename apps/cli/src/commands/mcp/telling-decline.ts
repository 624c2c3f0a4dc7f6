import type { McpElicitationProvider } from "@perspt/elicitation";
import { type Block, prose } from "../../output/blocks.js";

/** Declines what servers ask the person, where no form can be shown, and remembers that somebody asked. */
export interface TellingDecline {
  readonly provider: McpElicitationProvider;
  /** What to tell the person about it; nothing where no server asked. */
  notes(): readonly Block[];
}

export function tellingDecline(): TellingDecline {
  const askers = new Set<string>();
  return {
    provider: {
      async elicit({ serverId }) {
        askers.add(serverId);
        return { action: "decline" };
      },
    },
    notes: () =>
      [...askers].map((server) =>
        prose(
          `${server} asked you something, which was declined: there is no form here. Use chat or install an SDK host provider.`,
          { tone: "warning" },
        ),
      ),
  };
}
