import type { JsonObject } from "@perspt/json";
import { agentCeiling } from "@perspt/kernel";
import type {
  Admission,
  AdmittedOperation,
  CatalogRequest,
  ListedTool,
  RejectedTool,
  ToolPolicy,
} from "@perspt/policy";
import { admitCatalog } from "@perspt/policy";

export const SEARCH_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    query: { type: "string" },
    limit: { type: "integer" },
    paths: { type: "array", items: { type: "string" } },
  },
};

/** Reads by one argument, as the mission's example does. */
export const SEARCH_POLICY: ToolPolicy = {
  effect: "search",
  risk: "low",
  footprint: {
    selectors: [
      { kind: "scoped_argument", family: "company-docs", field: "query", access: "read" },
    ],
  },
  proposalBindings: [],
  pin: null,
};

export function tool(name: string, members: JsonObject = {}): ListedTool {
  return { name, definition: { name, inputSchema: SEARCH_SCHEMA, ...members } };
}

export function request(changes: Partial<CatalogRequest>): CatalogRequest {
  return {
    server: "docs",
    transport: "stdio",
    ceiling: agentCeiling([]),
    policies: new Map([["search", SEARCH_POLICY]]),
    tools: [tool("search")],
    capabilities: { tools: {} },
    ...changes,
  };
}

/** The decisions on a listing that is expected not to be refused. */
export function decisionsOn(changes: Partial<CatalogRequest>): readonly Admission[] {
  const admission = admitCatalog(request(changes));
  if (admission.kind === "refused") throw new Error(admission.message);
  return admission.decisions;
}

/** Each listed tool's rejection code, or `admitted`. */
export function codesOf(changes: Partial<CatalogRequest>): readonly string[] {
  return decisionsOn(changes).map((each) =>
    each.kind === "rejected" ? each.tool.code : "admitted",
  );
}

/** The one decision on the tool `search` under a changed policy. */
export function searchUnder(
  policy: Partial<ToolPolicy>,
  changes: Partial<CatalogRequest> = {},
): Admission {
  const policies = new Map([["search", { ...SEARCH_POLICY, ...policy }]]);
  const [decision] = decisionsOn({ policies, ...changes });
  if (decision === undefined) throw new Error("nothing was decided");
  return decision;
}

export function rejectionOf(admission: Admission | undefined): RejectedTool {
  if (admission?.kind !== "rejected") throw new Error("the tool is not rejected");
  return admission.tool;
}

export function operationOf(admission: Admission | undefined): AdmittedOperation {
  if (admission?.kind !== "admitted") throw new Error("the tool is not admitted");
  return admission.operation;
}
