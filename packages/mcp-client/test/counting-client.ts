import { isJsonObject, type JsonObject } from "@perspt/json";
import { expect } from "vitest";
import type { CacheableRequest, McpClient, McpClientOptions, McpRequest } from "../src/index.js";
import { connect, fixtureEndpoint, parseObject, type TransportKind, textOf } from "./clients.js";

export const signal = new AbortController().signal;
export const GUIDE = "count:guide";
export const read = (uri: string) => ({ kind: "resource_read", uri }) as const;

/** A client of `counts-requests`, listening to what the tests change. */
export async function counting(
  kind: TransportKind,
  { ttlMs, ...options }: Partial<McpClientOptions> & { readonly ttlMs?: number } = {},
) {
  const programArguments = ttlMs === undefined ? [] : ["--ttl", `${ttlMs}`];
  const transport = await fixtureEndpoint(kind, "counts-requests", programArguments);
  const client = await connect(transport, {
    cache: {},
    subscriptions: { resources: [GUIDE, "changing:guide"] },
    ...options,
  });
  const { tools } = await client.listTools(signal);
  const [announce, counts] = tools;
  if (announce === undefined || counts === undefined) return expect.unreachable("no tools");
  const call = (request: McpRequest) => client.call(request, { call: "call-1", signal });
  await ready(client);
  return {
    client,
    call,
    announce: (change: JsonObject) => call({ kind: "tool", tool: announce, arguments: change }),
    count: async (method: string): Promise<number> => {
      const outcome = await call({ kind: "tool", tool: counts, arguments: {} });
      return Number(parseObject(textOf(outcome))[method] ?? 0);
    },
  };
}

export async function ready(client: McpClient): Promise<void> {
  for await (const event of client.events()) {
    if (event.type === "subscription_acknowledged") return;
  }
}

/** The text of what was read of one resource; null where nothing is kept of it. */
export function keptText(client: McpClient, request: CacheableRequest): unknown {
  const contents = client.cached(request)?.result["contents"];
  const [first] = Array.isArray(contents) ? contents.filter(isJsonObject) : [];
  return first?.["text"] ?? null;
}
