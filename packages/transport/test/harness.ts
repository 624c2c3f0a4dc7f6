import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { expect, onTestFinished } from "vitest";
import {
  createTransport,
  type HttpTransportConfig,
  type McpTransport,
  type StdioTransportConfig,
  TransportError,
  type TransportPorts,
} from "../src/index.js";

export const NODE = process.execPath;
export const MEBIBYTE = 1024 * 1024;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "perspt-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A stdio transport, not started, that is closed after the test. */
export function stdioTransport(
  command: readonly [string, ...string[]],
  overrides: Partial<StdioTransportConfig> = {},
  ports: Partial<TransportPorts> = {},
): McpTransport {
  return closedAfterTest(
    createTransport(
      {
        kind: "stdio",
        command,
        workingDirectory: tmpdir(),
        environment: new Map(),
        maxMessageBytes: MEBIBYTE,
        maxStderrBytes: 4096,
        ...overrides,
      },
      ports,
    ),
  );
}

/** An HTTP transport, not started, that is closed after the test. */
export function httpTransport(
  url: string,
  overrides: Partial<HttpTransportConfig> = {},
  ports: Partial<TransportPorts> = {},
): McpTransport {
  return closedAfterTest(
    createTransport(
      {
        kind: "streamable_http",
        url,
        headers: new Map(),
        maxMessageBytes: MEBIBYTE,
        ...overrides,
      },
      ports,
    ),
  );
}

function closedAfterTest(transport: McpTransport): McpTransport {
  onTestFinished(() => transport.close());
  return transport;
}

/** A request with the envelope that every 2026-07-28 request has. */
export function request(
  id: number | string,
  method: string,
  params: Record<string, unknown> = {},
): JSONRPCRequest {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
}

export function toolCall(
  id: number | string,
  name: string,
  toolArguments: Record<string, unknown> = {},
): JSONRPCRequest {
  return request(id, "tools/call", { name, arguments: toolArguments });
}

export function cancellation(requestId: number | string): JSONRPCMessage {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

/** Everything that the transport delivers from now on, in order. */
export function inbox(transport: McpTransport): JSONRPCMessage[] {
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => {
    messages.push(message);
  };
  return messages;
}

/** Sends a tool call and gives the text of its result. */
export async function callForText(
  transport: McpTransport,
  message: JSONRPCRequest,
): Promise<string> {
  const messages = inbox(transport);
  await transport.send(message);
  const response = messages.find((candidate) => "id" in candidate && candidate.id === message.id);
  return textOf(response);
}

/** The text of a tool result's first block; fails the test where there is none. */
export function textOf(response: unknown): string {
  expect(response).toMatchObject({ result: { content: [{ type: "text" }] } });
  const { result } = response as { result: { content: [{ text: string }] } };
  return result.content[0].text;
}

/** What a promise rejects with; fails the test when it resolves, or rejects with something else. */
export async function rejection(promise: Promise<unknown>): Promise<TransportError> {
  const outcome = await promise.then(
    () => "resolved",
    (error: unknown) => error,
  );
  if (!(outcome instanceof TransportError)) {
    expect.fail(`expected a TransportError, got ${String(outcome)}`);
  }
  return outcome;
}

/** Resolves once the condition holds; a generous bound, only met when it never will. */
export async function eventually(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 10 }).toBe(true);
}

/** Whether a process exists and is no zombie that nobody has fetched yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")")).startsWith(") Z");
  } catch {
    return false;
  }
}

export async function started(transport: McpTransport): Promise<McpTransport> {
  await transport.start();
  return transport;
}

/** How often each kind of diagnostic was noted. */
export function counts(transport: McpTransport): Record<string, number> {
  return Object.fromEntries(transport.diagnostics().map(({ code, count }) => [code, count]));
}

/** The process of a started stdio transport. */
export function pidOf(transport: McpTransport): number {
  if (!("pid" in transport) || typeof transport.pid !== "number") {
    expect.fail("the transport has no process");
  }
  return transport.pid;
}

/** The messages in a log of `record-stdin`, in order. */
export function recordedMessages(log: string): readonly Partial<JSONRPCRequest>[] {
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Partial<JSONRPCRequest>);
}

/** The process ids that a fixture wrote to a file. */
export function recordedPids(file: string): readonly number[] {
  return JSON.parse(readFileSync(file, "utf8")) as readonly number[];
}
