import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { HttpTransportConfig } from "../src/index.js";
import { httpTransport, rejection, started, toolCall } from "./harness.js";

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** Every connection that was ever opened. */
  readonly connections: readonly Socket[];
}

/** Answers one request, however it likes. */
export type RawAnswer = (response: ServerResponse, request: ReceivedRequest, index: number) => void;

/** A server of no protocol at all: for what a correct one never does. Closed after the test. */
export async function rawServer(answer: RawAnswer): Promise<RawServer> {
  const requests: ReceivedRequest[] = [];
  const connections: Socket[] = [];
  const server = createServer((incoming, response) => {
    void readAll(incoming).then((body) => {
      const request = { method: incoming.method, headers: incoming.headers, body };
      requests.push(request);
      answer(response, request, requests.length - 1);
    });
  });
  server.on("connection", (socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, port, requests, connections };
}

/** Answers with a JSON-RPC result for the request's own id. */
export function answerJson(
  response: ServerResponse,
  request: ReceivedRequest,
  result: unknown = {},
): void {
  const { id } = JSON.parse(request.body) as { id: number };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

/** Opens an event stream and writes its first bytes. */
export function openStream(response: ServerResponse, bytes: string | Uint8Array = ""): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(bytes);
}

/** Answers every request with an empty result. */
export function answerEmpty(...[response, received]: Parameters<RawAnswer>): void {
  answerJson(response, received);
}

/** An event stream of exactly these frames, ended in good order. */
export function endStream(response: ServerResponse, ...frames: readonly string[]): void {
  openStream(response, frames.map((frame) => `data: ${frame}\n\n`).join(""));
  response.end();
}

/** A whole JSON body. */
export function endJson(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
}

/** The answer to request 1, as text. */
export const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** A started transport to a server of no protocol. */
export async function facing(answer: RawAnswer, overrides: Partial<HttpTransportConfig> = {}) {
  const server = await rawServer(answer);
  return { server, transport: await started(httpTransport(server.url, overrides)) };
}

/** What call 1 meets that such a server answers. */
export async function failureFacing(
  answer: RawAnswer,
  overrides: Partial<HttpTransportConfig> = {},
) {
  const { transport, server } = await facing(answer, overrides);
  const error = await rejection(transport.send(toolCall(1, "echo")));
  return { error, transport, server };
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
