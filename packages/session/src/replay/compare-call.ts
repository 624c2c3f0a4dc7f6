import { isDeepStrictEqual } from "node:util";
import { callKeyOf, type JournalReading } from "@perspt/journal";
import { digest, isJsonObject, type JsonValue } from "@perspt/json";
import { decide, resolveFootprint } from "@perspt/kernel";
import { type Divergence, differenceIn } from "./divergence.js";
import { LOCAL_PROVIDER } from "./local-provider.js";
import { readDecision, recordedVerdict, verdictOf } from "./read-decision.js";
import type { DecisionRecord } from "./recorded-call.js";
import type { SessionHistory } from "./session-history.js";

/**
 * Decides a recorded call again and compares: the verdict, the digests over its arguments, what it touched, and whether what it was bound
 * to was admitted so. Null when all of it comes out the same. Throws a `JournalError` where a long value is missing on the disk.
 */
export function compareCall(
  record: DecisionRecord,
  history: SessionHistory,
  load: JournalReading["load"],
): Divergence | null {
  const differs = differenceIn(record.seq, record.operation);
  const reading = readDecision(record, history, load);
  if (reading.kind === "unreadable") {
    return differs(reading.member, "a value that this version can read", "none");
  }
  const { snapshot, proposal } = reading;
  const verdict = verdictOf(decide(snapshot, proposal));
  if (verdict !== recordedVerdict(record)) {
    return differs("decision", recordedVerdict(record), verdict);
  }
  const argumentsValue = proposal.arguments?.value ?? {};
  const { operation, endpointIdentity } = record;
  const argumentsDigest = digest(argumentsValue);
  if (argumentsDigest !== record.argumentsDigest) {
    return differs("argumentsDigest", record.argumentsDigest, argumentsDigest);
  }
  const callKey = callKeyOf({ operation, endpointIdentity, arguments: argumentsValue });
  if (callKey !== record.callKey) return differs("callKey", record.callKey, callKey);
  const footprint = resolveFootprint(proposal.footprint, {
    arguments: argumentsValue,
    provider: record.server,
    root: record.root,
  });
  const touches = footprint.kind === "resolved" ? footprint.touches : [];
  if (!isSame(touches, record.touches)) return differs("touches", record.touches, touches);
  return compareBinding(record, history, load, differs);
}

/** A binding under which nothing was admitted, or something else, was never the session's. Local operations are admitted by no list. */
function compareBinding(
  record: DecisionRecord,
  history: SessionHistory,
  load: JournalReading["load"],
  differs: (member: string, recorded: unknown, replayed: unknown) => Divergence,
): Divergence | null {
  const { boundNow, server } = record;
  if (boundNow === null || server === LOCAL_PROVIDER) return null;
  const listing = history.listing(server, boundNow.epoch, record.basis);
  if (listing === null) {
    return differs("boundNow", `epoch ${boundNow.epoch}`, "no such catalog by then");
  }
  const { catalog, admission } = listing;
  if (catalog.endpointIdentity !== boundNow.endpointIdentity) {
    return differs("endpointIdentity", boundNow.endpointIdentity, catalog.endpointIdentity);
  }
  if (admission.policyDigest !== boundNow.policyDigest) {
    return differs("policyDigest", boundNow.policyDigest, admission.policyDigest);
  }
  const admitted = admittedAs(load(admission.admitted), record.operation);
  const { effect, risk, selectors, bindings } = record;
  const claimed = { effect, risk, selectors, bindings, digest: boundNow.toolDigest };
  return isSame(claimed, admitted) ? null : differs("admission", claimed, admitted);
}

/** What an admission record says of an operation; null where it says nothing. */
function admittedAs(admitted: JsonValue, operation: string): JsonValue {
  const entries = Array.isArray(admitted) ? admitted.filter(isJsonObject) : [];
  const entry = entries.find((candidate) => candidate["operation"] === operation);
  if (entry === undefined) return null;
  const { effect = null, risk = null, selectors = null, bindings = null, digest = null } = entry;
  return { effect, risk, selectors, bindings, digest };
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
