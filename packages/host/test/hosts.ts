import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig, type ServerConfig } from "@perspt/config";
import { declineElicitation } from "@perspt/elicitation";
import { type FixtureName, fixture } from "@perspt/fixture-servers";
import { type JournalRecord, openJournal, readJournal } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import {
  type CapabilityDescription,
  CHAT_CEILING,
  createAuthority,
  GRANTABLE_EFFECTS,
} from "@perspt/kernel";
import { onTestFinished } from "vitest";
import {
  createMcpHost,
  type GovernedOutcome,
  type McpHost,
  type McpHostOptions,
} from "../src/index.js";

/** What a test's session may do unless it says otherwise. */
export const AGENT_GRANT: CapabilityDescription = {
  version: 1,
  mode: "agent",
  effects: GRANTABLE_EFFECTS,
  riskCeiling: "high",
  criticalEffects: [],
  asksFrom: "high",
  paths: [],
  commands: [],
  hosts: [],
  providers: null,
  callBudget: null,
  expiresAt: null,
};

export const CHAT_GRANT: CapabilityDescription = {
  ...AGENT_GRANT,
  mode: "chat",
  effects: CHAT_CEILING.effects,
  riskCeiling: CHAT_CEILING.riskCeiling,
};

/** The servers of a configuration text, as a user would write it. */
export function servers(toml: string): readonly ServerConfig[] {
  const reading = parseConfig(toml, "config.toml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.problems, null, 2));
  return reading.config.servers;
}

/** TOML of a stdio server that runs a fixture program; policies follow in `tools`. */
export function fixtureServer(
  id: string,
  name: FixtureName,
  tools = "",
  programArguments: readonly string[] = [],
): string {
  const command = [process.execPath, fixture(name), ...programArguments];
  return `[[external_tools]]
id = ${JSON.stringify(id)}
transport = "stdio"
command = ${JSON.stringify(command)}
modes = ["agent", "chat"]
timeout_ms = 10000
${tools}
`;
}

export const policy = (tool: string, effect = "search", risk = "low", selectors = "[]"): string =>
  `[external_tools.tools.${JSON.stringify(tool)}]
effect = "${effect}"
risk = "${risk}"
footprint = { selectors = ${selectors} }
`;

export interface TestHost {
  readonly host: McpHost;
  readonly stateDirectory: string;
  readonly call: (
    operation: string,
    argumentsValue?: JsonObject,
    signal?: AbortSignal,
  ) => Promise<GovernedOutcome>;
  /** What is on the disk. */
  readonly records: () => readonly JournalRecord[];
}

/** A discovered host over a configuration text, with a journal of its own on the disk. */
export async function openHost(
  toml: string,
  over: Partial<McpHostOptions> & {
    readonly grant?: CapabilityDescription;
    /** False for a test that discovers by itself. */
    readonly discovers?: boolean;
  } = {},
): Promise<TestHost> {
  const { grant = AGENT_GRANT, discovers = true, ...options } = over;
  const stateDirectory = mkdtempSync(join(tmpdir(), "perspt-host-"));
  const authority = createAuthority();
  const host = createMcpHost({
    mode: grant.mode,
    servers: servers(toml),
    localOperations: [],
    authority,
    capability: authority.grant(grant),
    journal: {
      open: () =>
        openJournal({
          stateDirectory,
          session: {
            kind: "new",
            id: "s1",
            header: {
              persptVersion: "0.1.0",
              mode: grant.mode,
              workspace: null,
              configDigest: "",
              protectedPaths: [],
            },
          },
          secrets: [],
        }),
    },
    approvals: null,
    elicitation: declineElicitation(),
    environment: { PATH: process.env["PATH"] },
    workingDirectory: process.cwd(),
    workspace: null,
    protectedPaths: [],
    clientVersion: "0.1.0",
    clock: { now: () => Date.now() },
    ...options,
  });
  onTestFinished(() => host.close());
  if (discovers) await host.discover(new AbortController().signal);
  return {
    host,
    stateDirectory,
    call: (operation, argumentsValue = {}, signal = new AbortController().signal) =>
      host.call({ operation, arguments: { kind: "value", value: argumentsValue }, signal }),
    records: () => readJournal({ stateDirectory, session: "s1" }).records,
  };
}

export const typesOf = (records: readonly JournalRecord[]): readonly string[] =>
  records.map(({ type }) => type);
