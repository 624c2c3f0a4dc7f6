import type { JournalEntry, SessionHeader } from "@perspt/journal";

export const HEADER: SessionHeader = {
  persptVersion: "0",
  mode: "agent",
  workspace: null,
  configDigest: "",
  protectedPaths: [],
};

/** About 1 KiB, of what a model says. */
export function callRecord(number: number): JournalEntry {
  return {
    type: "model_turn",
    route: "main",
    content: {
      text: `${number}: a sentence of the kind that models write. `.repeat(20),
      calls: [{ name: "mcp__docs__search", arguments: { query: `what is ${number}?`, limit: 10 } }],
    },
    plainMembers: ["query"],
  };
}
