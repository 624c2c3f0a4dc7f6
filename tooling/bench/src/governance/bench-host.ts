import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "@perspt/config";
import { declineElicitation } from "@perspt/elicitation";
import { createMcpHost, type LocalOperation, type McpHost } from "@perspt/host";
import { openJournal } from "@perspt/journal";
import { digest, type JsonObject } from "@perspt/json";
import { agentCeiling, createAuthority } from "@perspt/kernel";
import { LEAN_SERVER } from "../lean-server.js";

const CONFIG = `
[[external_tools]]
id = "lean"
transport = "stdio"
command = ${JSON.stringify(LEAN_SERVER)}

[external_tools.tools.tool_0]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "texts", field = "text", access = "read" }] }
`;

/** Calls the tool of the server. */
export const REMOTE = "mcp.lean.tool_0";

/** Does nothing, so that only its governance costs anything. */
export const LOCAL = "local.nothing";

export interface BenchHost {
  readonly host: McpHost;
  /** Throws for a call that did not complete. */
  call(operation: string, argumentsValue: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** A host as the program makes one: one stdio server, its journal on the disk, nobody to ask. */
export async function openBenchHost(): Promise<BenchHost> {
  const stateDirectory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
  const reading = parseConfig(CONFIG, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems));
  const authority = createAuthority();
  const header = {
    persptVersion: "0",
    mode: "agent",
    workspace: null,
    configDigest: "",
    protectedPaths: [],
  } as const;
  const host = createMcpHost({
    mode: "agent",
    servers: reading.config.servers,
    localOperations: [nothing()],
    authority,
    capability: authority.grant({
      version: 1,
      mode: "agent",
      ...agentCeiling([]),
      asksFrom: "high",
      paths: [],
      commands: [],
      hosts: [],
      providers: null,
      callBudget: null,
      expiresAt: null,
    }),
    journal: {
      open: () =>
        openJournal({ stateDirectory, session: { kind: "new", id: "bench", header }, secrets: [] }),
    },
    approvals: null,
    elicitation: declineElicitation(),
    environment: process.env,
    workingDirectory: process.cwd(),
    workspace: null,
    protectedPaths: [],
    clientVersion: "0",
    clock: Date,
  });
  await host.discover(new AbortController().signal);
  const { signal } = new AbortController();
  return {
    host,
    async call(operation, value) {
      const { outcome } = await host.call({
        operation,
        arguments: { kind: "value", value },
        signal,
      });
      if (outcome.kind !== "completed") throw new Error(JSON.stringify(outcome));
    },
    async close() {
      await host.close();
      await rm(stateDirectory, { recursive: true });
    },
  };
}

function nothing(): LocalOperation {
  const inputSchema = { type: "object", properties: { text: { type: "string" } } };
  return {
    definition: {
      operation: LOCAL,
      description: "Does nothing",
      inputSchema,
      digest: digest(inputSchema),
    },
    policy: { effect: "data_read", risk: "low", footprint: { selectors: [] }, bindings: [] },
    execute: async () => ({ kind: "completed", mayHaveRun: true, result: { content: [] } }),
  };
}
