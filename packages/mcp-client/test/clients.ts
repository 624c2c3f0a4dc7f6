import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FixtureName, fixture, startFixture } from "@perspt/fixture-servers";
import { isJsonObject, type JsonObject } from "@perspt/json";
import type { TransportConfig } from "@perspt/transport";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import {
  allowEverything,
  type CallOutcome,
  connectMcpClient,
  type McpClient,
  type McpClientOptions,
  type RemoteTool,
} from "../src/index.js";

export const TRANSPORTS = ["stdio", "streamable_http"] as const;
export type TransportKind = (typeof TRANSPORTS)[number];

export function stdio(command: readonly [string, ...string[]]): TransportConfig {
  return {
    kind: "stdio",
    command,
    workingDirectory: process.cwd(),
    environment: new Map(),
    maxMessageBytes: 2 * 1024 * 1024,
    maxStderrBytes: 65_536,
  };
}

export function http(url: string): TransportConfig {
  return {
    kind: "streamable_http",
    url,
    headers: new Map(),
    maxMessageBytes: 2 * 1024 * 1024,
  };
}

/** A fixture program as an endpoint of the given kind; it ends with the test. */
export async function fixtureEndpoint(
  kind: TransportKind,
  name: FixtureName,
  programArguments: readonly string[] = [],
): Promise<TransportConfig> {
  if (kind === "stdio") return stdio([process.execPath, fixture(name), ...programArguments]);
  const running = await startFixture(name, programArguments);
  onTestFinished(() => running.stop());
  return http(running.url);
}

/** One fixture program over HTTP for all tests of a file or block: they must not share names in it. */
export function sharedFixture(name: FixtureName): () => TransportConfig {
  let running: Awaited<ReturnType<typeof startFixture>> | null = null;
  beforeAll(async () => {
    running = await startFixture(name);
  });
  afterAll(() => running?.stop());
  return () => {
    if (running === null) throw new TypeError("the fixture is started before the tests");
    return http(running.url);
  };
}

export async function connect(
  transport: TransportConfig,
  options: Partial<McpClientOptions> = {},
): Promise<McpClient> {
  const client = await connectMcpClient({
    serverId: "docs",
    transport,
    guard: allowEverything(),
    clientInfo: { name: "test", version: "1.0.0" },
    timeoutMs: 10_000,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A listed tool; fails the test where the server lists none of this name. */
export async function theTool(client: McpClient, name: string): Promise<RemoteTool> {
  const { tools } = await client.listTools(new AbortController().signal);
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`the server lists no tool ${name}`);
  return tool;
}

export async function callTool(
  client: McpClient,
  name: string,
  argumentsValue: JsonObject = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<CallOutcome> {
  const tool = await theTool(client, name);
  return client.call({ kind: "tool", tool, arguments: argumentsValue }, { call: "call-1", signal });
}

/** JSON text from a fixture; fails the test where it is no object. */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : expect.unreachable(`no JSON object: ${text}`);
}

/** The text of a completed call's first block; fails the test where there is none. */
export function textOf(outcome: CallOutcome): string {
  const content = outcome.kind === "completed" ? outcome.result["content"] : undefined;
  const [block] = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const text = block?.["text"];
  return typeof text === "string" ? text : expect.unreachable(JSON.stringify(outcome));
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "perspt-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
