import { isJsonObject, type JsonObject } from "@perspt/json";
import {
  agentCeiling,
  type CapabilityDescription,
  createAuthority,
  decide,
  type EffectProposal,
  type Snapshot,
} from "@perspt/kernel";
import { admitCatalog, type CatalogRequest, type ToolPolicy } from "@perspt/policy";
import { compare } from "../measure/comparison.js";
import { holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";

const POLICIES = 1000;
const TOOLS = 512;
const PARSING = "JSON.parse";

/** One decision of a thousand operations, each with a policy of its own, in a session with as many granted directories. */
export const decisions: Suite = {
  name: "kernel-decide",
  async run(tell) {
    const proposals = Array.from({ length: POLICIES }, (_, index) => proposal(index));
    const texts = proposals.map((each) => JSON.stringify(each));
    const snapshot = snapshotOf(createAuthority().grant(grantOf(POLICIES)));
    let decided = 0;
    let parsed = 0;
    const contest = await holdContest(
      [
        {
          name: "decide",
          run() {
            const { effect, rule } = decide(snapshot, entry(proposals, decided));
            decided += 1;
            if (effect !== "allow") throw new Error(`the call is not allowed: ${rule}`);
          },
        },
        {
          name: PARSING,
          run() {
            JSON.parse(entry(texts, parsed));
            parsed += 1;
          },
        },
      ],
      { rounds: 10 * POLICIES, warmUp: 0 },
    );
    const aim = { of: "p99", in: "milliseconds", atMost: 0.2 } as const;
    tell(compare(contest, { task: "1,000 policies", subject: "decide", peer: PARSING, aim }));
  },
};

/** A server's whole list of tools, each with three fields and a policy, from what it sent to what is admitted. */
export const admission: Suite = {
  name: "kernel-admission",
  async run(tell) {
    const text = JSON.stringify(Array.from({ length: TOOLS }, (_, index) => definition(index)));
    const policies = new Map(
      Array.from({ length: TOOLS }, (_, index): [string, ToolPolicy] => [
        `tool_${index}`,
        policy(index),
      ]),
    );
    let definitions: readonly JsonObject[] = [];
    const contest = await holdContest(
      [
        {
          name: PARSING,
          run() {
            definitions = objectsIn(text);
          },
        },
        {
          name: "admit",
          run() {
            const admitted = admitCatalog(requestOf(definitions, policies));
            const count = admitted.kind === "decided" ? admitted.admitted.length : 0;
            if (count !== TOOLS) throw new Error(`${count} tools of ${TOOLS} are admitted`);
          },
          // The next round admits what it has not seen before.
          async after() {
            definitions = objectsIn(text);
          },
        },
      ],
      { rounds: 200, warmUp: 0 },
    );
    const aim = { of: "p99", in: "milliseconds", atMost: 50 } as const;
    const task = `512 tools of ${Math.round(text.length / 1024)} KiB`;
    tell(compare(contest, { task, subject: "admit", peer: PARSING, aim }));
  },
};

const BINDING = { epoch: 1, endpointIdentity: "e", policyDigest: "p", toolDigest: "t" };

function proposal(index: number): EffectProposal {
  return {
    operation: `mcp.files.read_${index}`,
    provider: "files",
    binding: BINDING,
    effect: "read_file",
    risk: "low",
    footprint: { selectors: [{ kind: "path_argument", field: "path", access: "read" }] },
    bindings: [{ kind: "path", field: "path" }],
    arguments: {
      value: { path: `/projects/project-${index}/src/a/file.ts`, encoding: "utf8" },
      digest: `digest-${index}`,
    },
  };
}

function grantOf(directories: number): CapabilityDescription {
  return {
    version: 1,
    mode: "agent",
    ...agentCeiling([]),
    asksFrom: "high",
    paths: Array.from({ length: directories }, (_, index) => ({
      provider: null,
      path: `/projects/project-${index}`,
    })),
    commands: [],
    hosts: [],
    providers: null,
    callBudget: null,
    expiresAt: null,
  };
}

function snapshotOf(grant: CapabilityDescription): Snapshot {
  return {
    now: 0,
    grant,
    callsSpent: 0,
    binding: BINDING,
    root: "/projects",
    protectedPaths: ["/home/me/.config/perspt", "/home/me/.local/state/perspt"],
    links: [],
    doubts: [],
    approval: { kind: "nobody" },
  };
}

function definition(index: number): JsonObject {
  return {
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: `Searches the collection with number ${index} and tells what it finds. `.repeat(4),
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for", minLength: 1, maxLength: 500 },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
        filter: {
          type: "object",
          properties: {
            kind: { type: "string", enum: ["page", "image", `kind ${index}`] },
            since: { type: "string", format: "date-time" },
            tags: { type: "array", items: { type: "string", pattern: "^[a-z-]+$" }, maxItems: 20 },
          },
          additionalProperties: false,
        },
      },
      required: ["query"],
    },
    outputSchema: {
      type: "object",
      properties: { hits: { type: "array", items: { type: "object" } } },
    },
    annotations: { readOnlyHint: true },
  };
}

function policy(index: number): ToolPolicy {
  return {
    effect: "search",
    risk: "low",
    footprint: {
      selectors: [
        {
          kind: "scoped_argument",
          family: `collection-${index}`,
          field: "query",
          access: "read",
        },
      ],
    },
    proposalBindings: [],
    pin: null,
  };
}

function requestOf(
  definitions: readonly JsonObject[],
  policies: ReadonlyMap<string, ToolPolicy>,
): CatalogRequest {
  return {
    server: "docs",
    transport: "stdio",
    ceiling: agentCeiling([]),
    policies,
    tools: definitions.map((each, index) => ({ name: `tool_${index}`, definition: each })),
    capabilities: { tools: {} },
  };
}

function objectsIn(text: string): readonly JsonObject[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function entry<Entry>(entries: readonly Entry[], index: number): Entry {
  const found = entries[index % entries.length];
  if (found === undefined) throw new TypeError("there are no entries");
  return found;
}
