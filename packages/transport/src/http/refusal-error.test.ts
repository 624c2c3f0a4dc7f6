import { describe, expect, test } from "vitest";
import { type Refusal, refusalError } from "./refusal-error.js";

function refuse(status: number, overrides: Partial<Refusal> = {}) {
  return refusalError({
    head: { status, headers: new Map() },
    bodyText: "",
    serverError: null,
    userHeaders: new Map(),
    headerSources: new Map(),
    now: Date.parse("2026-12-01T00:00:00Z"),
    ...overrides,
  });
}

describe("an HTTP status that is no success", () => {
  test.each([
    [400, "unexpected_status", true],
    [401, "auth_required", false],
    [402, "unexpected_status", true],
    [403, "forbidden", false],
    [404, "unexpected_status", false],
    [405, "unexpected_status", false],
    [406, "unexpected_status", false],
    [408, "unexpected_status", true],
    [409, "unexpected_status", true],
    [413, "unexpected_status", false],
    [415, "unexpected_status", false],
    [418, "unexpected_status", true],
    [429, "rate_limited", false],
    [431, "unexpected_status", false],
    [500, "unexpected_status", true],
    [502, "unexpected_status", true],
    [503, "unexpected_status", true],
  ])("governance, H20: %i is %s; may have run: %j", (status, code, mayHaveRun) => {
    expect(refuse(status)).toMatchObject({ code, mayHaveRun, status });
  });

  test("H18: 404 and 405 say that the endpoint is wrong or old", () => {
    expect(refuse(404).message).toBe("There is no MCP 2026-07-28 endpoint at this url (HTTP 404).");
    expect(refuse(405).message).toBe("There is no MCP 2026-07-28 endpoint at this url (HTTP 405).");
  });

  test("report 19: a 401 names where the credential came from, never the credential", () => {
    const error = refuse(401, {
      userHeaders: new Map([["Authorization", "Bearer secret-token"]]),
      headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
      bodyText: "invalid token secret-token for Bearer secret-token",
    });
    expect(error.hint).toBe(
      "Check header source variables: RECORDS_AUTHORIZATION (sent as Authorization).",
    );
    expect(error.message).toBe(
      "The server asks for authentication (HTTP 401). It said: invalid token [hidden] for [hidden]",
    );
  });

  test("report 19: a 401 without any header says how to give one", () => {
    expect(refuse(401).hint).toContain("headers_from_env");
  });

  test("report 19: what the body said is bounded and printable", () => {
    const error = refuse(500, { bodyText: `<h1>\u001b[2J${"x".repeat(5000)}` });
    expect(error.message.length).toBeLessThan(600);
    expect(error.message).toContain("<h1>\\u{1b}[2J");
  });

  test("a JSON-RPC error in the body speaks for the server, and is kept", () => {
    const serverError = { code: -32603, message: "database down" };
    const error = refuse(500, { serverError, bodyText: "{...}" });
    expect(error.message).toContain("It said: database down");
    expect(error.serverError).toStrictEqual(serverError);
  });

  test.each([
    ["120", 120_000],
    ["0", 0],
    ["Tue, 01 Dec 2026 00:00:30 GMT", 30_000],
    ["Mon, 30 Nov 2026 00:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["99999999999999", undefined],
    ["", undefined],
  ])("H20: Retry-After: %s means %j milliseconds", (value, expected) => {
    const head = { status: 429, headers: new Map([["retry-after", value]]) };
    expect(refuse(429, { head }).retryAfter).toBe(expected);
  });
});
