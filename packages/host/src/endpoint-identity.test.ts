import type { TransportConfig } from "@perspt/transport";
import { describe, expect, test } from "vitest";
import { endpointIdentity } from "./endpoint-identity.js";

const stdio = (
  over: Partial<Extract<TransportConfig, { kind: "stdio" }>> = {},
): TransportConfig => ({
  kind: "stdio",
  command: ["node", "server.js"],
  workingDirectory: "/",
  environment: new Map([["TOKEN", "secret"]]),
  maxMessageBytes: 1000,
  maxStderrBytes: 1000,
  ...over,
});
const http = (
  over: Partial<Extract<TransportConfig, { kind: "streamable_http" }>> = {},
): TransportConfig => ({
  kind: "streamable_http",
  url: "https://tools.example.test/mcp",
  headers: new Map([["Authorization", "Bearer a"]]),
  maxMessageBytes: 1000,
  ...over,
});

describe("T05, T06: what makes a server another one", () => {
  test.each<[string, TransportConfig, TransportConfig]>([
    ["one more argument", stdio(), stdio({ command: ["node", "server.js", "-c"] })],
    ["another program", stdio(), stdio({ command: ["sh", "server.js"] })],
    ["another working directory", stdio(), stdio({ workingDirectory: "/tmp" })],
    ["another mapped variable", stdio(), stdio({ environment: new Map([["OTHER", "secret"]]) })],
    ["another address", http(), http({ url: "https://tools.example.test/other" })],
    ["another header", http(), http({ headers: new Map([["X-Key", "Bearer a"]]) })],
    ["another transport", stdio(), http()],
  ])("%s", async (_, left, right) => {
    expect(await endpointIdentity(left)).not.toBe(await endpointIdentity(right));
  });

  test.each<[string, TransportConfig, TransportConfig]>([
    ["a variable's value", stdio(), stdio({ environment: new Map([["TOKEN", "rotated"]]) })],
    ["a header's value", http(), http({ headers: new Map([["Authorization", "Bearer b"]]) })],
    ["a header's spelling", http(), http({ headers: new Map([["authorization", "Bearer a"]]) })],
    ["a bound", stdio(), stdio({ maxMessageBytes: 2 })],
  ])("%s does not", async (_, left, right) => {
    expect(await endpointIdentity(left)).toBe(await endpointIdentity(right));
  });
});
