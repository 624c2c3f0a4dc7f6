import type { McpElicitationProvider } from "./elicitation-provider.js";

/** For hosts where nobody can answer, such as the command-line agent: every request is declined at once. */
export function declineElicitation(): McpElicitationProvider {
  return { elicit: async () => ({ action: "decline" }) };
}
