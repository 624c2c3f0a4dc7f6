import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FixtureName, startFixture } from "@perspt/fixture-servers";
import type { JsonObject } from "@perspt/json";
import { onTestFinished } from "vitest";
import type { HostEvent, McpHostOptions } from "../src/index.js";
import { fixtureServer, openHost, policy, type TestHost } from "./hosts.js";

export const TRANSPORTS = ["stdio", "streamable_http"] as const;
export type TransportKind = (typeof TRANSPORTS)[number];

export function tool(name: string, description = "A tool."): JsonObject {
  return { name, description, inputSchema: { type: "object" } };
}

/** A server whose tools a test changes while a host is connected to it. */
export interface ChangingServer {
  readonly toml: string;
  /** What the server was asked, in order: `tools/list`, and the name of each tool that ran. */
  readonly asked: () => readonly string[];
  readonly list: (tools: readonly JsonObject[]) => void;
}

/** The policy lets every one of `tools` run, whether the server lists it yet or not. */
export async function changingServer(
  kind: TransportKind,
  tools: readonly JsonObject[],
  policies: string = ["a", "b", "c"].map((name) => policy(name)).join(""),
): Promise<ChangingServer> {
  const folder = mkdtempSync(join(tmpdir(), "perspt-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const catalog = join(folder, "catalog.json");
  const effects = join(folder, "effects");
  appendFileSync(effects, "");
  writeFileSync(catalog, JSON.stringify(tools));
  const programArguments = ["--catalog", catalog, "--effects", effects];
  return {
    toml: await fixtureOver(kind, "changes-its-tools", programArguments, policies),
    asked: () => readFileSync(effects, "utf8").split("\n").slice(0, -1),
    list: (changed) => writeFileSync(catalog, JSON.stringify(changed)),
  };
}

/** TOML of the server `t`, a fixture program over the given transport; it ends with the test. */
export async function fixtureOver(
  kind: TransportKind,
  name: FixtureName,
  programArguments: readonly string[],
  policies: string,
): Promise<string> {
  if (kind === "stdio") return fixtureServer("t", name, policies, programArguments);
  const running = await startFixture(name, programArguments);
  onTestFinished(() => running.stop());
  return `[[external_tools]]
id = "t"
transport = "streamable_http"
url = "${running.url}"
modes = ["agent", "chat"]
${policies}
`;
}

export interface ObservedHost extends TestHost {
  readonly events: readonly HostEvent[];
  /** Resolves once an event of this kind has come `times` times; the test's own timeout bounds it. */
  readonly seen: (kind: HostEvent["kind"], times?: number) => Promise<void>;
}

export async function openObservedHost(
  toml: string,
  over: Partial<McpHostOptions> = {},
): Promise<ObservedHost> {
  const events: HostEvent[] = [];
  const waiting: (() => void)[] = [];
  const opened = await openHost(toml, {
    ...over,
    observe(event) {
      events.push(event);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  return {
    ...opened,
    events,
    async seen(kind, times = 1) {
      while (events.filter((event) => event.kind === kind).length < times) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
  };
}

/** Resolves once the server has acknowledged the host's subscription: from then on it tells what changes. */
export async function subscribed({ events, seen }: ObservedHost): Promise<void> {
  const isAcknowledged = (event: HostEvent) =>
    event.kind === "server_event" && event.event.type === "subscription_acknowledged";
  for (let count = 1; !events.some(isAcknowledged); count += 1) await seen("server_event", count);
}
