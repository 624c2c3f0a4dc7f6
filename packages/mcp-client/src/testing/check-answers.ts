import type { CallOutcome } from "../call-outcome.js";
import { excerpt } from "../excerpt.js";
import type { RemoteTool } from "../mcp-client.js";
import { type RawReply, rawExchange } from "./raw-exchange.js";
import {
  type CheckContext,
  type ExpectedCall,
  judged,
  type ServerFinding,
  skipped,
} from "./server-check.js";

/** A name that no server has by chance, and no list holds. */
const UNKNOWN = "perspt_no_such_name";

export async function checkCalls({ server, calls }: CheckContext): Promise<ServerFinding> {
  if (calls.length === 0) return skipped("No call was given: name some in `calls`.");
  const problems: string[] = [];
  for (const call of calls) {
    try {
      const outcome = await server.callTool(call.tool, call.arguments);
      problems.push(...callProblems(call, outcome));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return judged(problems);
}

/** An unknown tool is a JSON-RPC error, not a result with `isError` (T9). */
export async function checkUnknownTool({
  server: { client },
}: CheckContext): Promise<ServerFinding> {
  if (!Object.hasOwn(client.server.capabilities, "tools")) {
    return skipped("The server offers no tools.");
  }
  const tool: RemoteTool = { name: UNKNOWN, inputSchema: {}, outputSchema: null, definition: {} };
  const outcome = await client.call(
    { kind: "tool", tool, arguments: {} },
    { call: "test/unknown-tool", signal: new AbortController().signal },
  );
  const code = "error" in outcome ? outcome.error.serverError?.code : undefined;
  if (code === -32_602) return judged([]);
  return judged([
    `A call of a tool that is not listed: expected the JSON-RPC error -32602; got ${told(outcome)}.`,
  ]);
}

export async function checkUnknownMethod(context: CheckContext): Promise<ServerFinding> {
  const request = { method: `${UNKNOWN}/list` };
  const reply = await rawExchange(context.transport, request, context.timeoutMs);
  return judged(codeProblems("A method that does not exist", -32_601, reply));
}

/** The error has to name what is supported, or no client can choose (V8). */
export async function checkUnknownVersion(context: CheckContext): Promise<ServerFinding> {
  const request = { method: "server/discover", version: "1999-01-01" };
  const reply = await rawExchange(context.transport, request, context.timeoutMs);
  return judged(codeProblems("The protocol version 1999-01-01", -32_022, reply));
}

/** What came where only protocol may come: lines that are no frames, entries that are no objects, stray answers. */
export function checkCleanOutput({ server }: CheckContext): ServerFinding {
  return judged(
    server.client
      .diagnostics()
      .map(({ code, count, sample }) => `${code}, ${count} times, such as ${excerpt(sample)}.`),
  );
}

function callProblems(
  { tool, ends = "completed" }: ExpectedCall,
  outcome: CallOutcome,
): readonly string[] {
  if (outcome.kind === ends) return [];
  return [`The call of ${tool}: expected it to end as ${ends}; got ${told(outcome)}.`];
}

function told(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return `${outcome.kind} with ${excerpt(JSON.stringify(outcome.result))}`;
    case "refused":
    case "failed":
    case "uncertain": {
      const { code, message, serverError } = outcome.error;
      const by = serverError === null ? "" : `, the server's error ${serverError.code}`;
      return `${outcome.kind} (${code}${by}): ${excerpt(message)}`;
    }
  }
}

function codeProblems(what: string, expected: number, reply: RawReply): readonly string[] {
  const begin = `${what}: expected the JSON-RPC error ${expected}; got`;
  switch (reply.kind) {
    case "result":
      return [`${begin} a result.`];
    case "none":
      return [`${begin} ${reply.reason}.`];
    case "error":
      return reply.code === expected ? [] : [`${begin} ${reply.code}.`];
  }
}
