import { expect, test } from "vitest";
import { readFrame } from "./read-frame.js";

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const right = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };

test("a request with its envelope is a request (V1, V2)", () => {
  expect(readFrame(JSON.stringify(right))).toMatchObject({
    kind: "request",
    request: { id: 1, method: "tools/list", params: { _meta: meta } },
  });
});

test("a frame without an id is a notification", () => {
  const frame = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  expect(readFrame(JSON.stringify(frame))).toStrictEqual({ kind: "notification", frame });
});

test.each([
  ["{", "a line that is no JSON object"],
  ["[]", "a line that is no JSON object"],
  [JSON.stringify({ ...right, jsonrpc: "1.0" }), "neither a request nor a notification"],
  [JSON.stringify({ ...right, params: [] }), "neither a request nor a notification"],
  [JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }), "neither a request nor a notification"],
  [JSON.stringify({ ...right, id: null }), "whose id is neither a string nor a number"],
  [
    JSON.stringify({ ...right, params: {} }),
    "a tools/list request without its 2026-07-28 envelope",
  ],
  [
    JSON.stringify({
      ...right,
      params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2025-11-25" } },
    }),
    "a tools/list request without its 2026-07-28 envelope",
  ],
])("%s is wrong", (line, problem) => {
  const reading = readFrame(line);
  expect(reading.kind === "wrong" ? reading.problem : "").toContain(problem);
});
