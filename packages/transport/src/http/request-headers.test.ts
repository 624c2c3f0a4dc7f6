import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { request, toolCall } from "../../test/harness.js";
import { requestHeaders } from "./request-headers.js";

function headersOf(
  message: JSONRPCMessage,
  parameterHeaders: Record<string, string> = {},
): ReadonlyMap<string, string> {
  return new Map(requestHeaders({ message, userHeaders: new Map(), parameterHeaders }));
}

describe("the headers of a POST", () => {
  test("H2, H3, T24: are the same for every message but for what mirrors it", () => {
    expect(headersOf(request(1, "tools/list"))).toStrictEqual(
      new Map([
        ["User-Agent", "perspt"],
        ["Content-Type", "application/json"],
        ["Accept", "application/json, text/event-stream"],
        ["Accept-Encoding", "identity"],
        ["MCP-Protocol-Version", "2026-07-28"],
        ["Mcp-Method", "tools/list"],
      ]),
    );
  });

  test.each([
    ["tools/call", { name: "search", uri: "x" }, "search"],
    ["prompts/get", { name: "summarise" }, "summarise"],
    ["resources/read", { uri: "file:///a" }, "file:///a"],
    ["tasks/get", { taskId: "t-9" }, "t-9"],
    ["tasks/update", { taskId: "t-9" }, "t-9"],
    ["tasks/cancel", { taskId: "t-9" }, "t-9"],
    ["tools/call", { name: "naïve" }, "=?base64?bmHDr3Zl?="],
  ])("H4, J16: %s mirrors %j as %j", (method, params, name) => {
    const headers = headersOf(request(1, method, params));
    expect(headers.get("Mcp-Method")).toBe(method);
    expect(headers.get("Mcp-Name")).toBe(name);
  });

  test.each([
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "completion/complete",
    "subscriptions/listen",
    "vendor/method",
  ])("H4: %s has no name to mirror", (method) => {
    const headers = headersOf(request(1, method, { name: "a", uri: "b", taskId: "c" }));
    expect(headers.has("Mcp-Name")).toBe(false);
  });

  test("H3: the version is the one that the message claims", () => {
    const message = request(1, "tools/list");
    const meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    expect(headersOf({ ...message, params: { _meta: meta } }).get("MCP-Protocol-Version")).toBe(
      "2099-01-01",
    );
  });

  test("a notification carries the common headers only", () => {
    const headers = headersOf({ jsonrpc: "2.0", method: "vendor/event", params: { name: "a" } });
    expect(headers.get("MCP-Protocol-Version")).toBe("2026-07-28");
    expect(headers.get("Mcp-Method")).toBe("vendor/event");
    expect(headers.has("Mcp-Name")).toBe(false);
  });

  test("the user's headers come along, and cannot come after ours", () => {
    const headers = requestHeaders({
      message: toolCall(1, "echo"),
      userHeaders: new Map([["Authorization", "Bearer t"]]),
      parameterHeaders: { "Mcp-Param-Region": "us west 1" },
    }).map(([name]) => name);
    expect(headers).toStrictEqual([
      "User-Agent",
      "Authorization",
      "Content-Type",
      "Accept",
      "Accept-Encoding",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Param-Region",
    ]);
  });

  test("H9: a parameter named Method stays a parameter", () => {
    const headers = headersOf(toolCall(1, "echo"), { "Mcp-Param-Method": "GET" });
    expect(headers.get("Mcp-Method")).toBe("tools/call");
    expect(headers.get("Mcp-Param-Method")).toBe("GET");
  });

  test.each([
    { Host: "evil.test" },
    { "Mcp-Name": "other" },
    { "Mcp-Param-": "x" },
    { "Mcp-Param-A B": "x" },
    { "Mcp-Param-A": "a\r\nHost: evil.test" },
    { "Mcp-Param-A": "日本" },
  ])("H11: mirrored arguments create no other header (%j)", (parameterHeaders) => {
    expect(() => headersOf(toolCall(1, "echo"), parameterHeaders)).toThrow(TypeError);
  });
});
