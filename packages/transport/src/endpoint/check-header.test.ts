import { describe, expect, test } from "vitest";
import { checkHeaders } from "./check-header.js";

const SOURCE = "RECORDS_AUTHORIZATION";

describe("a user's header", () => {
  test.each([
    ["Authorization", "Bearer abc.def=="],
    ["X-Api-Key", ""],
    ["X-Name", "Zoë"],
    ["X-Words", "one two\tthree"],
  ])("%s may carry %j", (name, value) => {
    expect(checkHeaders([{ name, source: SOURCE, value }])).toStrictEqual([]);
  });

  test.each([
    "Mcp-Session-Id",
    "mcp-name",
    "Mcp-Param-Region",
    "MCP-Protocol-Version",
    "Content-Type",
    "content-length",
    "Accept",
    "ACCEPT-ENCODING",
    "Host",
    "Connection",
    "Transfer-Encoding",
    "Cookie",
    "Last-Event-ID",
    "Proxy-Authorization",
  ])("H11: %s belongs to the protocol", (name) => {
    expect(checkHeaders([{ name, source: SOURCE }])).toMatchObject([
      { code: "reserved_header", field: "headers", key: name },
    ]);
  });

  test.each(["", "X Key", "X-Key:", "X\r\nHost", "Schlüssel", "X\0"])(
    "%j is no header name",
    (name) => {
      expect(checkHeaders([{ name, source: SOURCE }])).toMatchObject([
        { code: "invalid_header_name", field: "headers", key: name },
      ]);
    },
  );

  test.each([
    ["a line break at its end", "secret-token\n"],
    ["a second header", "secret-token\r\nHost: evil.test"],
    ["a NUL", "secret-token\0"],
    ["another control", "secret-token\u0007"],
    ["a character beyond Latin-1", "secret-token 日本"],
    ["a blank at its end", "secret-token "],
    ["a blank at its beginning", "\tsecret-token"],
  ])("T21: a value with %s is refused, by the name of its variable alone", (_name, value) => {
    const problems = checkHeaders([{ name: "Authorization", source: SOURCE, value }]);
    expect(problems).toMatchObject([{ code: "invalid_header_value", key: "Authorization" }]);
    expect(problems[0]?.message).toContain(SOURCE);
    expect(JSON.stringify(problems)).not.toContain("secret-token");
  });

  test("given twice in different case is refused once", () => {
    const headers = ["X-Key", "x-key"].map((name) => ({ name, source: SOURCE }));
    expect(checkHeaders(headers)).toMatchObject([{ code: "duplicate_header", key: "x-key" }]);
  });

  test("without a value yet is judged by its name", () => {
    expect(checkHeaders([{ name: "Authorization", source: SOURCE }])).toStrictEqual([]);
  });
});
