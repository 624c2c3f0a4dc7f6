import type { SchemaValidator } from "@perspt/json";
import type { OperationBinding } from "@perspt/kernel";
import { checkArguments, readArguments } from "./argument-check.js";
import { type BoundOperation, isSameDefinition } from "./bound-operation.js";
import { type Refusal, refused } from "./call-refusal.js";
import { governedCall } from "./governed-call.js";
import type { GovernedCall, GovernedPlane } from "./governed-plane.js";
import type { LazyRecords } from "./lazy-records.js";
import type { GovernedCallRequest, GovernedOutcome } from "./mcp-host.js";
import type { CatalogLookup, OperationCatalog } from "./operation-catalog.js";
import { ownSignal } from "./own-signal.js";

/** What the operations of one host share. */
export interface HostParts {
  readonly plane: GovernedPlane;
  readonly catalog: OperationCatalog;
  readonly records: LazyRecords;
  readonly validator: SchemaValidator;
  /** What a name stands for, once the list of its own server is not being read again. Honours the signal. */
  readonly lookUp: (operation: string, signal: AbortSignal) => Promise<CatalogLookup>;
}

/** A call that can be proposed, or its end. */
type Prepared =
  | { readonly kind: "call"; readonly call: GovernedCall; readonly started: number }
  | { readonly kind: "ended"; readonly outcome: GovernedOutcome };

/** From a name and raw arguments to a governed outcome. Never rejects. */
export async function callOperation(
  parts: HostParts,
  request: GovernedCallRequest,
): Promise<GovernedOutcome> {
  const { signal, release } = ownSignal(request.signal);
  try {
    return await runPrepared(parts, await prepare(parts, { ...request, signal }));
  } finally {
    release();
  }
}

/** Every call of a turn, prepared before the first takes its place, so that they take their places in the order given. */
export async function callTurn(
  parts: HostParts,
  requests: readonly GovernedCallRequest[],
): Promise<readonly GovernedOutcome[]> {
  const callers = new Set(requests.map(({ signal }) => signal));
  const own = new Map([...callers].map((caller) => [caller, ownSignal(caller)]));
  const withOwn = (request: GovernedCallRequest): GovernedCallRequest => ({
    ...request,
    signal: own.get(request.signal)?.signal ?? request.signal,
  });
  try {
    const prepared = await Promise.all(requests.map((each) => prepare(parts, withOwn(each))));
    return await Promise.all(prepared.map((call) => runPrepared(parts, call)));
  } finally {
    for (const { release } of own.values()) release();
  }
}

async function runPrepared({ plane }: HostParts, prepared: Prepared): Promise<GovernedOutcome> {
  if (prepared.kind === "ended") return prepared.outcome;
  const { call, started } = prepared;
  const result = await governedCall(plane, call);
  return {
    operation: call.operation.definition.operation,
    ...result,
    durationMs: performance.now() - started,
  };
}

async function prepare(
  { catalog, validator, lookUp }: HostParts,
  { operation, arguments: raw, binding, origin, signal }: GovernedCallRequest,
): Promise<Prepared> {
  const started = performance.now();
  const ended = (refusal: Refusal): Prepared => ({
    kind: "ended",
    outcome: {
      operation,
      outcome: refused(refusal),
      decision: null,
      journal: null,
      durationMs: performance.now() - started,
    },
  });
  const lookup = await lookUp(operation, signal);
  if (lookup.kind === "rejected" || lookup.kind === "unknown") {
    return ended(lookupProblem(operation, lookup, catalog));
  }
  const { entry } = lookup;
  const chosen = chosenOperation(entry.bound, binding);
  // Of what is bound no longer, only the kernel's word matters.
  const isCurrent = lookup.kind === "found" && chosen === entry.bound;
  const check = isCurrent
    ? await checkArguments(raw, chosen.definition.inputSchema, validator)
    : readArguments(raw);
  if (check.kind === "refused") return ended(check.refusal);
  const problem = isCurrent ? entry.argumentProblem(check.value) : null;
  if (problem !== null) return ended(problem);
  return {
    kind: "call",
    call: { operation: chosen, argumentsValue: check.value, origin: origin ?? null, signal },
    started,
  };
}

/** The operation under the binding that the caller chose it by, where that is not what it stands for now. */
function chosenOperation(
  bound: BoundOperation,
  binding: OperationBinding | undefined,
): BoundOperation {
  return binding === undefined || isSameDefinition(bound.binding, binding)
    ? bound
    : { ...bound, binding };
}

/** Why a name stands for nothing that can be called. */
export function lookupProblem(
  operation: string,
  lookup: Extract<CatalogLookup, { readonly kind: "rejected" | "unknown" }>,
  catalog: OperationCatalog,
): Refusal {
  if (lookup.kind === "rejected") {
    const { code, reason, hint } = lookup.tool;
    return { code, message: `${operation} is not admitted: ${reason}`, hint };
  }
  const known = catalog.entries().map(({ listing }) => listing.operation);
  return {
    code: "no_such_operation",
    message: `There is no operation ${JSON.stringify(operation)}.`,
    hint:
      known.length === 0
        ? "Nothing is admitted in this session; `perspt mcp inspect` shows what each server offers, and why it is not."
        : `Operations: ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", …" : ""}.`,
  };
}
