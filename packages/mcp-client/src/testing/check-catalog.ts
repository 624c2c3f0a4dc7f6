import { isJsonObject, lintSchema } from "@perspt/json";
import { excerpt } from "../excerpt.js";
import type { RemoteTool } from "../mcp-client.js";
import { McpClientError } from "../mcp-client-error.js";
import { SERVER_LISTS, type ServerListKind } from "../server-list.js";
import { rawExchange } from "./raw-exchange.js";
import { type CheckContext, judged, type ServerFinding, skipped } from "./server-check.js";

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

const LIST_KINDS: readonly Exclude<ServerListKind, "tools">[] = [
  "resources",
  "resource_templates",
  "prompts",
];

/** Every list is read through the client, with all that it demands of one. */
export async function checkLists({ server: { client } }: CheckContext): Promise<ServerFinding> {
  const { signal } = new AbortController();
  const reads = [
    () => client.listTools(signal),
    ...LIST_KINDS.map((kind) => () => client.list(kind, signal)),
  ];
  const problems: string[] = [];
  for (const read of reads) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof McpClientError)) throw error;
      problems.push(error.message);
    }
  }
  return judged(problems);
}

/** Members that the 2026-07-28 schema requires of discovery and of every list page (K1). */
export async function checkCacheHints(context: CheckContext): Promise<ServerFinding> {
  const { capabilities } = context.server.client.server;
  const lists = Object.values(SERVER_LISTS)
    .filter(({ capability }) => Object.hasOwn(capabilities, capability))
    .map(({ method }) => method);
  const problems: string[] = [];
  for (const method of ["server/discover", ...lists]) {
    const reply = await rawExchange(context.transport, { method }, context.timeoutMs);
    if (reply.kind !== "result") continue;
    const { resultType, ttlMs, cacheScope } = reply.result;
    const wrong = [
      ...(resultType === "complete" ? [] : [`resultType "complete"; got ${shown(resultType)}`]),
      ...(Number.isInteger(ttlMs) && Number(ttlMs) >= 0
        ? []
        : [`ttlMs as a whole number from 0; got ${shown(ttlMs)}`]),
      ...(cacheScope === "public" || cacheScope === "private"
        ? []
        : [`cacheScope "public" or "private"; got ${shown(cacheScope)}`]),
    ];
    problems.push(...wrong.map((what) => `${method}: expected ${what}.`));
  }
  return judged(problems);
}

/** What hosts refuse a tool for: its name, or its schemas (T1 to T5). */
export async function checkToolDefinitions({
  server: { client },
}: CheckContext): Promise<ServerFinding> {
  const { tools, excluded } = await client.listTools(new AbortController().signal);
  if (tools.length + excluded.length === 0) return skipped("The server lists no tool.");
  return judged([
    ...excluded.map(
      ({ tool, problem }) => `The tool ${excerpt(tool.name)} is left out: ${problem}`,
    ),
    ...definitionProblems(tools),
  ]);
}

/** Pure. */
export function definitionProblems(tools: readonly RemoteTool[]): readonly string[] {
  const names = new Set<string>();
  return tools.flatMap((tool) => {
    const isRepeated = names.has(tool.name);
    names.add(tool.name);
    const name = excerpt(tool.name);
    return [
      ...(TOOL_NAME.test(tool.name)
        ? []
        : [`Expected a tool name of 1 to 128 of the characters A-Z a-z 0-9 _ . -; got ${name}.`]),
      ...(isRepeated ? [`The tool ${name} is listed twice; names are unique.`] : []),
      ...schemaProblems(tool, "inputSchema", "input"),
      ...(Object.hasOwn(tool.definition, "outputSchema")
        ? schemaProblems(tool, "outputSchema", "output")
        : []),
    ];
  });
}

function schemaProblems(
  { name, definition }: RemoteTool,
  member: "inputSchema" | "outputSchema",
  purpose: "input" | "output",
): readonly string[] {
  const schema = definition[member];
  const lint = lintSchema(isJsonObject(schema) ? schema : null, { purpose });
  if (lint.kind === "ok") return [];
  return lint.problems.map(
    ({ path, message }) => `The ${member} of ${excerpt(name)} at ${path || "its root"}: ${message}`,
  );
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : excerpt(JSON.stringify(value));
}
