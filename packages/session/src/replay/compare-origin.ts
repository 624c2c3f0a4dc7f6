import type { JournalReading } from "@perspt/journal";
import { isJsonObject } from "@perspt/json";
import { aliasOf } from "@perspt/policy";
import { type Divergence, differenceIn } from "./divergence.js";
import { LOCAL_PROVIDER } from "./local-provider.js";
import type { DecisionRecord } from "./recorded-call.js";
import { isSameWhereShown, proposedCalls } from "./recorded-turn.js";
import type { SessionHistory } from "./session-history.js";

/**
 * Compares a recorded call with the turn of the model that it says it came from: the turn was recorded before it, and asks there for this
 * operation with these arguments. What the turn says otherwise diverges at the turn, since the call was found to be of one piece before.
 * Null when both say the same. Throws a `JournalError` where a long value is missing on the disk.
 */
export function compareOrigin(
  record: DecisionRecord,
  history: SessionHistory,
  load: JournalReading["load"],
): Divergence | null {
  const { origin, operation } = record;
  if (origin === null) return null;
  const atCall = differenceIn(record.seq, operation);
  const turn = history.turn(origin.turn);
  const claim = `call ${origin.call} of the turn ${origin.turn}`;
  if (turn === null || turn.seq >= record.seq)
    return atCall("origin", claim, "no such turn by then");
  const before = history.callsFrom(origin).filter(({ seq }) => seq < record.seq);
  if (before.some(({ seq }) => history.verdictOn(seq) !== "did_not")) {
    return atCall("origin", claim, "made before");
  }
  const calls = proposedCalls(load(turn.content));
  if (calls === null) return null;
  const proposed = calls[origin.call];
  if (proposed === undefined) return atCall("origin", claim, `a turn of ${calls.length} calls`);
  const atTurn = differenceIn(turn.seq, operation);
  const member = `content: call ${origin.call}`;
  if (!namesOf(record, history, load).has(proposed.name)) {
    return atTurn(`${member}, name`, proposed.name, operation);
  }
  const argumentsValue = load(record.arguments);
  return isSameWhereShown(proposed.arguments, argumentsValue)
    ? null
    : atTurn(`${member}, arguments`, proposed.arguments, argumentsValue);
}

/** What a model may call the operation: by its name, or by the alias that it was shown. */
function namesOf(
  { operation, server, boundNow, epoch, basis }: DecisionRecord,
  history: SessionHistory,
  load: JournalReading["load"],
): ReadonlySet<string> {
  const remoteName = operation.replace(
    server === LOCAL_PROVIDER ? /^local\./ : /^mcp\.[^.]+\./,
    "",
  );
  const listing = history.listing(server, boundNow?.epoch ?? epoch, basis);
  const admitted = listing === null ? [] : load(listing.admission.admitted);
  const aliases = (Array.isArray(admitted) ? admitted.filter(isJsonObject) : []).flatMap((entry) =>
    entry["operation"] === operation && typeof entry["alias"] === "string" ? [entry["alias"]] : [],
  );
  const own = server === LOCAL_PROVIDER ? [remoteName] : [];
  return new Set([operation, aliasOf(server, remoteName), ...own, ...aliases]);
}
