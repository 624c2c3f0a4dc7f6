import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "@perspt/json";
import {
  allowEverything,
  type CallOutcome,
  connectMcpClient,
  DEFAULT_MAX_RESULT_BYTES,
  type McpClient,
} from "@perspt/mcp-client";
import type { TransportConfig } from "@perspt/transport";
import { lagDuring } from "../measure/loop-lag.js";
import { serverProgram, startServer } from "../server-programs.js";
import type { Channel } from "./channel.js";

/** What a whole process measured of itself while a server poured into it. */
export interface ChannelReading {
  /** `completed`, or the error's code. */
  readonly ending: string;
  /** What the client noticed: codes, each with how often. */
  readonly noticed: readonly string[];
  /** Growth of the resident set to its peak, in bytes. */
  readonly growth: number;
  readonly lag: number;
  /** How long the call took, in milliseconds. */
  readonly took: number;
  /** Processor time of the whole, in milliseconds. */
  readonly processor: number;
}

const TIMEOUT = 60_000;
/** A call that is disturbed for ever ends by its own deadline, in milliseconds. */
const SHORT_TIMEOUT = 10_000;

/** Lets a server pour into the channel, and measures what that does to this process. */
export async function measureChannel(channel: Channel, bytes: number): Promise<ChannelReading> {
  const server = channel.transport === "stdio" ? null : await startServer("pours");
  try {
    const client = await connect(channel, server === null ? null : server.url);
    const reading = await pourInto(client, channel, bytes);
    await client.close();
    return reading;
  } finally {
    await server?.stop();
  }
}

async function pourInto(
  client: McpClient,
  channel: Channel,
  bytes: number,
): Promise<ChannelReading> {
  // Once for whatever is loaded with the first call.
  await callTool(client, "poured", {});
  await wait(100);
  const before = process.memoryUsage.rss();
  const processorBefore = process.cpuUsage();
  const started = performance.now();
  const { result, lag } = await lagDuring(async () => {
    const outcome = await callTool(client, "pour", { channel: channel.name, bytes });
    const took = performance.now() - started;
    await wait(Math.max(0, channel.watched - took));
    return { outcome, took };
  });
  const { user, system } = process.cpuUsage(processorBefore);
  return {
    ending: endingOf(result.outcome),
    noticed: client.diagnostics().map(({ code, count }) => `${code} ${count}`),
    growth: process.resourceUsage().maxRSS * 1024 - before,
    lag,
    took: result.took,
    processor: (user + system) / 1000,
  };
}

function connect({ transport, ending }: Channel, url: string | null): Promise<McpClient> {
  return connectMcpClient({
    serverId: "pours",
    transport: endpoint(url),
    guard: allowEverything(),
    clientInfo: { name: "proof", version: "0.0.0" },
    timeoutMs: ending === "timeout" ? SHORT_TIMEOUT : TIMEOUT,
    subscriptions: { resources: ["poured:1"] },
    ...(transport === "stdio" ? { logLevel: "debug" as const } : {}),
  });
}

function endpoint(url: string | null): TransportConfig {
  const maxMessageBytes = DEFAULT_MAX_RESULT_BYTES + 64 * 1024;
  if (url !== null) return { kind: "streamable_http", url, headers: new Map(), maxMessageBytes };
  return {
    kind: "stdio",
    command: [process.execPath, serverProgram("pours")],
    workingDirectory: tmpdir(),
    environment: new Map(),
    maxMessageBytes,
    maxStderrBytes: 64 * 1024,
  };
}

async function callTool(client: McpClient, name: string, values: JsonObject): Promise<CallOutcome> {
  const tool = { name, inputSchema: {}, outputSchema: null, definition: { name } };
  const { signal } = new AbortController();
  return client.call({ kind: "tool", tool, arguments: values }, { call: "pour", signal });
}

function endingOf(outcome: CallOutcome): string {
  return "error" in outcome ? outcome.error.code : outcome.kind;
}
