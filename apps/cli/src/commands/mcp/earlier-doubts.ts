import { JournalError, type PendingDoubt, pendingDoubts } from "@perspt/journal";
import type { Block } from "../../output/blocks.js";
import { line, span } from "../../output/blocks.js";

/** How many doubts are named; the rest is counted. */
const SHOWN = 3;

/**
 * Calls of this operation, in other sessions, that may have run and whose end nobody knows. They bind within their session alone; here
 * they are a notice (journal.md, In doubt). None where the journals cannot be read: the call itself does not depend on it.
 */
export function earlierDoubts(
  stateDirectory: string,
  operation: string,
  session: string | null,
): readonly PendingDoubt[] {
  try {
    return pendingDoubts({ stateDirectory }).filter(
      (pending) => pending.doubt.operation === operation && pending.session !== session,
    );
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  }
}

/** The notice; nothing where there is no doubt. */
export function doubtNotes(doubts: readonly PendingDoubt[]): readonly Block[] {
  const [first] = doubts;
  if (first === undefined) return [];
  const named = doubts.slice(0, SHOWN).map(({ session, doubt }) => `${session} #${doubt.intent}`);
  const further = doubts.length > SHOWN ? `, and ${doubts.length - SHOWN} more` : "";
  return [
    line(
      span(
        `In doubt from earlier: ${first.doubt.operation} may have run in ${named.join(", ")}${further}. \`perspt journal pending\` tells what is known, and how to settle it.`,
        "warning",
      ),
    ),
  ];
}
