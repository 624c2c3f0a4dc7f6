import { isJsonObject, type JsonObject, parseStrict } from "@perspt/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toModelResult } from "./to-model-result.js";

const PNG = Buffer.from("\u0089PNG\r\n\u001a\nrest", "latin1").toString("base64");

const completed = (result: JsonObject, maxTextBytes = 65_536) =>
  toModelResult(
    { operation: "mcp.docs.search", outcome: { kind: "completed", mayHaveRun: true, result } },
    { maxTextBytes },
  );

const partsOf = (...content: readonly JsonObject[]) => completed({ content }).parts;

describe("a result for the model", () => {
  test("names the operation and the outcome, and holds the pieces in the server's order", () => {
    expect(
      completed({
        content: [
          { type: "text", text: "Found." },
          { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "A" } },
          { type: "image", data: PNG, mimeType: "image/png" },
        ],
      }),
    ).toEqual({
      operation: "mcp.docs.search",
      outcome: "completed",
      note: null,
      code: null,
      parts: [
        { type: "text", text: "Found." },
        { type: "resource", uri: "file:///a", mimeType: "text/plain", text: "A" },
        { type: "image", mimeType: "image/png", data: PNG, bytes: 12 },
      ],
      removedCharacters: 0,
      omittedBytes: 0,
    });
  });

  test("T58, T59: what nobody can see is taken out and counted, in texts, names and structures", () => {
    const hidden = "a\u{e0041}\u202e\u001b[31mb";
    const result = completed({
      content: [
        { type: "text", text: hidden },
        { type: "resource_link", uri: `https://x.test/${hidden}`, name: hidden },
      ],
      structuredContent: { note: hidden },
    });
    expect(result.parts).toEqual([
      { type: "text", text: "ab" },
      { type: "resource_link", uri: "https://x.test/ab", name: "ab", mimeType: null },
      { type: "json", value: { note: "ab" } },
    ]);
    expect(result.removedCharacters).toBe(28);
  });

  test("all texts together stay within the bound, and what was left out is counted", () => {
    const result = completed(
      {
        content: [
          { type: "text", text: "x".repeat(60) },
          { type: "text", text: "y".repeat(60) },
        ],
        structuredContent: { big: "z".repeat(60) },
      },
      100,
    );
    expect(result.parts).toEqual([
      { type: "text", text: "x".repeat(60) },
      { type: "text", text: "y".repeat(40) },
      {
        type: "omitted",
        what: "the structured content",
        because: "it is larger than what is left of the bound",
      },
    ]);
    expect(result.omittedBytes).toBe(20 + 70);
  });

  test.each([null, 0, [], "s", false])("T7: structured content may be any value: %j", (value) => {
    expect(completed({ content: [], structuredContent: value }).parts).toEqual([
      { type: "json", value },
    ]);
  });

  test("structured content that a text repeats is told once", () => {
    const value = { temperature: 21 };
    const content = [{ type: "text", text: JSON.stringify(value) }];
    expect(completed({ content, structuredContent: value }).parts).toHaveLength(1);
  });

  test("T61: a link is named and nothing of it is fetched; a type that the bytes belie is left out", () => {
    expect(
      partsOf(
        { type: "resource_link", uri: "http://169.254.169.254/latest", name: "meta" },
        {
          type: "image",
          data: Buffer.from("<svg onload=…>").toString("base64"),
          mimeType: "image/png",
        },
        { type: "image", data: "not base64!!", mimeType: "image/png" },
        { type: "image", data: PNG, mimeType: "image/svg+xml" },
        { type: "audio", data: "A".repeat(8_000_000), mimeType: "audio/wav" },
      ),
    ).toEqual([
      { type: "resource_link", uri: "http://169.254.169.254/latest", name: "meta", mimeType: null },
      omitted('an image of type "image/png"', "its first bytes are not those of its media type"),
      omitted('an image of type "image/png"', "its data is not Base64"),
      omitted('an image of type "image/svg+xml"', "its media type is not one that is passed on"),
      omitted('an audio of type "audio/wav"', "it is larger than 5242880 bytes"),
    ]);
  });

  test("T7: a piece of an unknown type, or of the wrong shape, costs itself alone", () => {
    expect(
      partsOf({ type: "hologram", data: "x" }, { type: "text" }, { type: "text", text: "ok" }),
    ).toEqual([
      omitted('a piece of type "hologram"', "its type is unknown"),
      omitted("a text", "it holds no text"),
      { type: "text", text: "ok" },
    ]);
  });

  test("R1: the contents of a resource are pieces like any other; its bytes never go to a model as text", () => {
    expect(
      completed({
        contents: [
          { uri: "file:///a.md", text: "# A" },
          { uri: "file:///a.bin", blob: "AAAA", mimeType: "application/octet-stream" },
          { uri: "file:///a.png", blob: PNG, mimeType: "image/png" },
        ],
        ttlMs: 1000,
      }).parts,
    ).toEqual([
      { type: "resource", uri: "file:///a.md", mimeType: null, text: "# A" },
      omitted("the resource file:///a.bin", "its media type is not one that is passed on"),
      { type: "image", mimeType: "image/png", data: PNG, bytes: 12 },
    ]);
  });

  test("a result without content is told as what it is, without the protocol's own members", () => {
    const result = { resultType: "complete", _meta: { x: 1 }, ttlMs: 5, prompts: [{ name: "p" }] };
    expect(completed(result).parts).toEqual([
      { type: "json", value: { prompts: [{ name: "p" }] } },
    ]);
  });

  test("an uncertain call is told as that, with the server's own words cleaned", () => {
    const serverError = { code: -32603, message: "gone\u001b[2J" };
    const error = { code: "timeout", message: "No answer in time.", hint: null, serverError };
    const { parts, ...told } = toModelResult({
      operation: "mcp.t.pay",
      outcome: { kind: "uncertain", mayHaveRun: true, error, taskId: null },
    });
    expect(parts).toEqual([
      { type: "text", text: "No answer in time." },
      { type: "text", text: "gone" },
    ]);
    expect(told).toMatchObject({ outcome: "uncertain", code: "timeout" });
    expect(told.note).toMatch(/Do not repeat it/);
  });

  test("any result at all is told within the bound", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.jsonValue(),
        (members, content) => {
          const { parts } = completed(
            { ...jsonObject(members), content: jsonObject(content) },
            200,
          );
          const text = parts.map((part) => ("text" in part ? part.text : "")).join("");
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200);
        },
      ),
    );
  });
});

function omitted(what: string, because: string) {
  return { type: "omitted", what, because };
}

/** fast-check's own type of JSON is wider than this project's. */
function jsonObject(value: unknown): JsonObject {
  const parsed = parseStrict(JSON.stringify({ value }));
  return parsed.kind === "parsed" && isJsonObject(parsed.value) ? parsed.value : {};
}
