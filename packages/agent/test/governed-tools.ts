import { join } from "node:path";
import { createMcpHost, type GovernedOutcome } from "@perspt/host";
import { openJournal } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { agentCeiling, createAuthority } from "@perspt/kernel";
import { onTestFinished } from "vitest";
import type { ToolBench } from "./tool-bench.js";

/** The tools of a bench behind a real host: a grant of its tree, and of these commands. */
export async function governedTools(
  { root, tools }: ToolBench,
  commands: readonly (readonly string[])[] = [],
): Promise<{
  readonly call: (name: string, argumentsValue: JsonObject) => Promise<GovernedOutcome>;
}> {
  const authority = createAuthority();
  const stateDirectory = join(root, "..", "state");
  const host = createMcpHost({
    mode: "agent",
    servers: [],
    localOperations: tools,
    authority,
    capability: authority.grant({
      version: 1,
      mode: "agent",
      ...agentCeiling([]),
      asksFrom: "high",
      paths: [{ provider: null, path: root }],
      commands,
      hosts: [],
      providers: null,
      callBudget: null,
      expiresAt: null,
    }),
    journal: {
      open: () =>
        openJournal({
          stateDirectory,
          session: {
            kind: "new",
            id: "s",
            header: {
              persptVersion: "0.0.0",
              mode: "agent",
              workspace: root,
              configDigest: "",
              protectedPaths: [stateDirectory],
            },
          },
          secrets: [],
          clock: Date,
        }),
    },
    approvals: null,
    environment: {},
    workingDirectory: root,
    workspace: root,
    protectedPaths: [stateDirectory],
    clientVersion: "0.0.0",
  });
  onTestFinished(() => host.close());
  await host.discover(new AbortController().signal);
  return {
    call: (name, value) =>
      host.call({
        operation: `local.${name}`,
        arguments: { kind: "value", value },
        signal: new AbortController().signal,
      }),
  };
}
