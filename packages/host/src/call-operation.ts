import type { SchemaValidator } from "@perspt/json";
import { checkArguments } from "./argument-check.js";
import { type Refusal, refused } from "./call-refusal.js";
import { type GovernedPlane, governedCall } from "./governed-call.js";
import type { LazyRecords } from "./lazy-records.js";
import type { GovernedCallRequest, GovernedOutcome } from "./mcp-host.js";
import type { CatalogLookup, OperationCatalog } from "./operation-catalog.js";

/** What the operations of one host share. */
export interface HostParts {
  readonly plane: GovernedPlane;
  readonly catalog: OperationCatalog;
  readonly records: LazyRecords;
  readonly validator: SchemaValidator;
}

/** From a name and raw arguments to a governed outcome. Never rejects. */
export async function callOperation(
  { plane, catalog, validator }: HostParts,
  { operation, arguments: raw, signal }: GovernedCallRequest,
): Promise<GovernedOutcome> {
  const started = performance.now();
  const end = (rest: Omit<GovernedOutcome, "durationMs">): GovernedOutcome => ({
    ...rest,
    durationMs: performance.now() - started,
  });
  const undecided = (refusal: Refusal): GovernedOutcome =>
    end({ operation, outcome: refused(refusal), decision: null, journal: null });

  const lookup = catalog.find(operation);
  if (lookup.kind !== "found") return undecided(lookupProblem(operation, lookup, catalog));
  const { entry } = lookup;
  const { bound } = entry;
  const check = await checkArguments(raw, bound.definition.inputSchema, validator);
  if (check.kind === "refused") return undecided(check.refusal);
  const problem = entry.argumentProblem(check.value);
  if (problem !== null) return undecided(problem);
  const result = await governedCall(plane, {
    operation: bound,
    argumentsValue: check.value,
    signal,
  });
  return end({ operation: bound.definition.operation, ...result });
}

/** Why a name stands for nothing that can be called. */
export function lookupProblem(
  operation: string,
  lookup: Exclude<CatalogLookup, { readonly kind: "found" }>,
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
        ? "No operation is admitted; `perspt mcp inspect` shows why."
        : `Operations: ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", …" : ""}.`,
  };
}
