import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig, type ServerConfig } from "@perspt/config";
import { declineElicitation } from "@perspt/elicitation";
import { type FixtureName, fixture, startFixture } from "@perspt/fixture-servers";
import {
  type ApprovalAnswer,
  createMcpHost,
  type LocalOperation,
  type McpHost,
  type OperationPolicy,
} from "@perspt/host";
import { type JournalReading, openJournal, readJournal } from "@perspt/journal";
import { digest, type JsonObject } from "@perspt/json";
import { agentCeiling, type CapabilityDescription, createAuthority } from "@perspt/kernel";
import type { CallOutcome } from "@perspt/mcp-client";
import type { ToolPolicies } from "@perspt/policy";
import { onTestFinished } from "vitest";

export interface SessionSetup {
  readonly servers?: readonly ServerConfig[];
  readonly operations?: readonly LocalOperation[];
  readonly grant?: Partial<CapabilityDescription>;
  /** Null where nobody is asked. */
  readonly answer?: (() => ApprovalAnswer) | null;
  readonly secrets?: readonly string[];
  /** What the session does; the host is closed after it. */
  readonly run: (host: McpHost, call: Call) => Promise<void>;
}

export type Call = (operation: string, argumentsValue?: JsonObject) => Promise<CallOutcome>;

/** Records a session by the production host and journal, and reads it back from the disk. */
export async function record({
  servers = [],
  operations = [],
  grant = {},
  answer = null,
  secrets = [],
  run,
}: SessionSetup): Promise<JournalReading> {
  const stateDirectory = mkdtempSync(join(tmpdir(), "perspt-session-"));
  onTestFinished(() => rmSync(stateDirectory, { recursive: true, force: true }));
  const authority = createAuthority();
  const nothing = { paths: [], commands: [], hosts: [], providers: null, callBudget: null };
  const host = createMcpHost({
    mode: grant.mode ?? "agent",
    servers,
    localOperations: operations,
    authority,
    capability: authority.grant({
      version: 1,
      mode: "agent",
      ...agentCeiling([]),
      asksFrom: "high",
      ...nothing,
      expiresAt: null,
      ...grant,
    }),
    journal: {
      open: () =>
        openJournal({
          stateDirectory,
          session: {
            kind: "new",
            id: "s1",
            header: {
              persptVersion: "0.1.0",
              mode: grant.mode ?? "agent",
              workspace: null,
              configDigest: "",
              protectedPaths: ["/protected"],
            },
          },
          secrets,
        }),
    },
    approvals: answer === null ? null : { ask: async () => answer() },
    elicitation: declineElicitation(),
    environment: { PATH: process.env["PATH"] },
    workingDirectory: process.cwd(),
    workspace: "/proj",
    protectedPaths: ["/protected"],
    clientVersion: "0.1.0",
    clock: { now: () => Date.now() },
  });
  const { signal } = new AbortController();
  await host.discover(signal);
  await run(host, async (operation, value = {}) => {
    const request = { operation, arguments: { kind: "value", value }, signal } as const;
    return (await host.call(request)).outcome;
  });
  await host.close();
  return readJournal({ stateDirectory, session: "s1" });
}

/** An operation in this process that ends as it is told. */
export function localOperation(
  name: string,
  policy: OperationPolicy,
  outcome: () => CallOutcome,
): LocalOperation {
  const inputSchema = { type: "object" };
  return {
    definition: {
      operation: `local.${name}`,
      description: name,
      inputSchema,
      digest: digest(name),
    },
    policy,
    execute: async () => outcome(),
  };
}

/** The one server of a configuration as a user would write it. */
export function fixtureServers(
  name: FixtureName,
  tools: string,
  programArguments: readonly string[] = [],
): readonly ServerConfig[] {
  const command = JSON.stringify([process.execPath, fixture(name), ...programArguments]);
  return oneServer(`transport = "stdio"\ncommand = ${command}\n${tools}`);
}

/** The same over HTTP; it ends with the test. */
export async function httpFixtureServers(
  name: FixtureName,
  tools: string,
  programArguments: readonly string[] = [],
): Promise<readonly ServerConfig[]> {
  const server = await startFixture(name, programArguments);
  onTestFinished(() => server.stop());
  return oneServer(`transport = "streamable_http"\nurl = "${server.url}"\n${tools}`);
}

function oneServer(lines: string): readonly ServerConfig[] {
  const reading = parseConfig(`[[external_tools]]\nid = "t"\n${lines}`, "config.toml");
  if (reading.kind === "invalid") throw new TypeError(JSON.stringify(reading.problems));
  return reading.config.servers;
}

export function policiesOf(tools: string): ReadonlyMap<string, ToolPolicies> {
  return new Map(fixtureServers("echo", tools).map(({ id, policies }) => [id, policies]));
}
