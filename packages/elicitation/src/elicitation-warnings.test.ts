import { describe, expect, test } from "vitest";
import type { FormElicitationRequest, UrlElicitationRequest } from "./elicitation-provider.js";
import { elicitationWarnings } from "./elicitation-warnings.js";
import { missingFields } from "./missing-fields.js";

const origin = { id: "1", serverId: "docs", call: "session/1", operation: "search" };
const form = (
  requestedSchema: FormElicitationRequest["requestedSchema"],
  message = "Which repository?",
): FormElicitationRequest => ({ ...origin, kind: "form", message, requestedSchema });
const url = (address: string): UrlElicitationRequest => ({
  ...origin,
  kind: "url",
  message: "Connect",
  url: address,
});
const codes = (request: FormElicitationRequest | UrlElicitationRequest): readonly string[] =>
  elicitationWarnings(request).map(({ code }) => code);

describe("what a person is warned of (F7, F10)", () => {
  test.each<[string, readonly string[]]>([
    ["https://pay.example.test/c?x=1", []],
    ["https://bank.test@evil.test/", ["user_info_in_url"]],
    ["https://xn--80ak6aa92e.test/", ["punycode_host"]],
    ["https://аpple.test/", ["punycode_host"]],
    ["https://bank.test:8443/", ["unusual_port"]],
    ["http://bank.test/", ["unencrypted_url"]],
    ["javascript:alert(1)", ["unencrypted_url"]],
    ["not an address", ["unreadable_url"]],
    ["https://a:b@xn--80ak6aa92e.test:1/", ["user_info_in_url", "punycode_host", "unusual_port"]],
  ])("T62: %s brings %j", (address, expected) => {
    expect(codes(url(address))).toStrictEqual(expected);
  });

  test("T62: a user's name before the host is told apart from the host", () => {
    const [warning] = elicitationWarnings(url("https://bank.test@evil.test/"));
    expect(warning?.message).toBe(
      "What stands before the @ is no host: this address leads to evil.test.",
    );
  });

  test.each(["password", "apiKey", "api_key", "access-token", "Passphrase", "clientSecret"])(
    "T63: a field named %s seems to ask for a secret",
    (name) => {
      const properties = { [name]: { type: "string" } };
      expect(codes(form({ type: "object", properties }))).toStrictEqual(["secret_like_field"]);
    },
  );

  test("T63: a field's title and the message can give it away too", () => {
    const properties = { value: { type: "string", title: "Your API key" } };
    expect(codes(form({ type: "object", properties }, "Enter your password"))).toStrictEqual([
      "secret_like_field",
      "secret_like_message",
    ]);
  });

  test("an ordinary form brings no warning, and a malformed one breaks nothing", () => {
    expect(codes(form({ type: "object", properties: { repo: { type: "string" } } }))).toEqual([]);
    expect(codes(form({ properties: null }))).toEqual([]);
    expect(codes(form({}))).toEqual([]);
  });
});

describe("required fields that an answer leaves out", () => {
  const schema = { type: "object", required: ["repo", "count"] };

  test("report 20: they are named in the form's order", () => {
    expect(missingFields({ requestedSchema: schema }, {})).toStrictEqual(["repo", "count"]);
    expect(missingFields({ requestedSchema: schema }, { repo: "core" })).toStrictEqual(["count"]);
    expect(missingFields({ requestedSchema: schema }, { repo: "", count: 0 })).toStrictEqual([]);
  });

  test("T33: a name that every object inherits counts as left out", () => {
    const requestedSchema = { required: ["constructor"] };
    expect(missingFields({ requestedSchema }, {})).toStrictEqual(["constructor"]);
  });

  test("a form without required fields, or with nonsense there, misses nothing", () => {
    expect(missingFields({ requestedSchema: {} }, {})).toStrictEqual([]);
    expect(missingFields({ requestedSchema: { required: "repo" } }, {})).toStrictEqual([]);
    expect(missingFields({ requestedSchema: { required: [1] } }, {})).toStrictEqual([]);
  });
});
