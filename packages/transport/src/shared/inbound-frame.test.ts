import type { JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { classifyFrame } from "./inbound-frame.js";

describe("a frame from a server", () => {
  test.each<[string, JsonValue]>([
    ["a result", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an error", { jsonrpc: "2.0", id: "a", error: { code: -32601, message: "no", data: [1] } }],
    ["a result with unknown members", { jsonrpc: "2.0", id: 0, result: { x: 1 }, extra: true }],
  ])("%s is a response under its exact id", (_name, frame) => {
    const { id } = frame as { id: string | number };
    expect(classifyFrame(frame)).toStrictEqual({ kind: "response", id, message: frame });
  });

  test("with a method and no id is a notification", () => {
    const frame = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
    expect(classifyFrame(frame)).toStrictEqual({ kind: "notification", message: frame });
  });

  test.each<JsonValue>([1, "1", null, {}, 1.5])(
    "I11: with a method and any id (%j) is a request, and requests are not for us",
    (id) => {
      expect(classifyFrame({ jsonrpc: "2.0", id, method: "roots/list" })).toStrictEqual({
        kind: "server_request",
        method: "roots/list",
      });
    },
  );

  test("T15: that is an array is a batch", () => {
    expect(classifyFrame([])).toStrictEqual({ kind: "batch" });
  });

  test.each<[string, JsonValue]>([
    ["absent", { jsonrpc: "2.0", error: { code: -32700, message: "what?" } }],
    ["null", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "what?" } }],
  ])("E1: an error whose id is %s belongs to no request", (_name, frame) => {
    expect(classifyFrame(frame)).toStrictEqual({
      kind: "error_without_id",
      error: { code: -32700, message: "what?" },
    });
  });

  test.each<[string, JsonValue, string | number | null]>([
    ["a string", "hello", null],
    ["null", null, null],
    ["no version", { id: 1, result: {} }, 1],
    ["the wrong version", { jsonrpc: "1.0", id: 1, result: {} }, 1],
    ["neither result nor error", { jsonrpc: "2.0", id: 1 }, 1],
    ["both", { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "" } }, 1],
    ["a result that is no object", { jsonrpc: "2.0", id: 1, result: "text" }, 1],
    ["a result that is an array", { jsonrpc: "2.0", id: 1, result: [] }, 1],
    ["an error with a text code", { jsonrpc: "2.0", id: 1, error: { code: "1", message: "" } }, 1],
    [
      "an error with a broken code",
      { jsonrpc: "2.0", id: 1, error: { code: 1.5, message: "" } },
      1,
    ],
    ["an error without message", { jsonrpc: "2.0", id: 1, error: { code: 1 } }, 1],
    ["a result without id", { jsonrpc: "2.0", result: {} }, null],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, result: {} }, null],
    ["an id beyond 2^53", { jsonrpc: "2.0", id: 2 ** 53, result: {} }, null],
    ["a method that is no text", { jsonrpc: "2.0", method: 5 }, null],
    ["a notification with list params", { jsonrpc: "2.0", method: "a", params: [] }, null],
    ["a notification with a result", { jsonrpc: "2.0", method: "a", result: {} }, null],
  ])(
    "with %s is invalid, and names the request it was meant for where it can",
    (_name, frame, id) => {
      expect(classifyFrame(frame)).toMatchObject({ kind: "invalid", id });
    },
  );

  test("is read by its own members, never by its prototype's", () => {
    const inherited = Object.create({ jsonrpc: "2.0", id: 1, result: {} }) as JsonValue;
    expect(classifyFrame(inherited)).toMatchObject({ kind: "invalid", id: null });
  });
});
