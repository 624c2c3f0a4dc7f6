import { serializesWithin } from "@perspt/json";
import type { CatalogAdmission, CatalogRequest, ListedTool } from "./admission.js";
import { admitTool } from "./admit-tool.js";
import { admitClientOperations } from "./client-operations.js";

/** Most tools that one server may list (T37). */
export const MAX_TOOLS = 512;
/** Most bytes of JSON that one server's list may have (T37). */
export const MAX_CATALOG_BYTES = 4 * 1024 * 1024;

/**
 * Decides every tool that a server lists, each on its own: total, pure, and the same for the same input. A bad tool rejects nothing
 * but itself; a list that breaks a bound is refused whole. What the server says about its tools' harmlessness is not looked at (T46).
 */
export function admitCatalog(request: CatalogRequest): CatalogAdmission {
  const refusal = refuseOversize(request.tools);
  if (refusal !== null) return refusal;
  const timesListed = new Map<string, number>();
  for (const { name } of request.tools) timesListed.set(name, (timesListed.get(name) ?? 0) + 1);
  const decisions = request.tools.map((tool) =>
    admitTool({ request, tool, timesListed: timesListed.get(tool.name) ?? 0 }),
  );
  return {
    kind: "decided",
    decisions,
    admitted: [
      ...decisions.flatMap((each) => (each.kind === "admitted" ? [each.operation] : [])),
      ...admitClientOperations(request.server, request.capabilities),
    ],
    rejected: decisions.flatMap((each) => (each.kind === "rejected" ? [each.tool] : [])),
    unusedPolicies: [...request.policies.keys()].filter((name) => !timesListed.has(name)),
  };
}

function refuseOversize(tools: readonly ListedTool[]): CatalogAdmission | null {
  if (tools.length > MAX_TOOLS) {
    return tooLarge(`Expected at most ${MAX_TOOLS} tools; the server lists ${tools.length}.`);
  }
  // The bound is on the tools: neither the list's brackets nor its commas count.
  const around = 2 + Math.max(0, tools.length - 1);
  const definitions = tools.map(({ definition }) => definition);
  if (!serializesWithin(definitions, MAX_CATALOG_BYTES + around)) {
    return tooLarge(`Expected a tool list of at most ${MAX_CATALOG_BYTES} bytes; it has more.`);
  }
  return null;
}

function tooLarge(message: string): CatalogAdmission {
  return {
    kind: "refused",
    code: "catalog_too_large",
    message,
    hint: "The server has to list fewer or smaller tools; nothing of an oversize list is admitted.",
  };
}
