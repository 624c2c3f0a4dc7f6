import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import type { JsonObject, JsonValue } from "@perspt/json";
import { onTestFinished } from "vitest";
import { parseObject } from "./clients.js";

export interface Asked {
  readonly id: JsonValue | undefined;
  readonly method: JsonValue | undefined;
  readonly body: JsonObject;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly verb: string | undefined;
  /** How many requests of this method came before it. */
  readonly earlier: number;
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

/** Results that a server gives where a test cares about something else. */
const GOOD_ANSWERS = new Map<unknown, JsonObject>([
  ["server/discover", { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }],
  ["tools/list", { tools: [{ name: "t", inputSchema: { type: "object" } }] }],
  ["tools/call", { content: [{ type: "text", text: "done" }] }],
]);

/**
 * A server of statuses, headers and bytes: `answers` by method, in whatever way; all other methods in good order. It ends with the test.
 */
export async function answeringServer(answers: Readonly<Record<string, Answer>>) {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const body = parseObject(text);
      const { id, method } = body;
      const earlier = requests.filter((before) => before.method === method).length;
      const { headers, rawHeaders, method: verb } = request;
      const asked: Asked = { id, method, body, headers, rawHeaders, verb, earlier };
      requests.push(asked);
      const answer = typeof method === "string" ? answers[method] : undefined;
      if (answer === undefined) answerResult(response, asked, GOOD_ANSWERS.get(method) ?? {});
      else answer(response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    requests,
    asked: (method: string) => requests.filter((request) => request.method === method).length,
  };
}

export function answerResult(response: ServerResponse, { id }: Asked, result: JsonObject): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }),
  );
}

export function answerError(
  response: ServerResponse,
  { id }: Asked,
  error: JsonObject,
  status = 200,
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}
