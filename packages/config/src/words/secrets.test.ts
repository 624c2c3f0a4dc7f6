import { describe, expect, test } from "vitest";
import { isSecretArgument, isSecretName, isSecretValue } from "./secrets.js";

describe("names of secrets (T21)", () => {
  test.each([
    "token",
    "DOCS_TOKEN",
    "api_key",
    "apiKey",
    "X-Api-Key",
    "dbPassword",
    "Authorization",
    "private-key",
  ])("%s names a secret", (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    "query",
    "key",
    "max_sampling_tokens",
    "context_tokens",
    "author",
    "keyboard",
    "monkey",
    "passage",
  ])("%s does not", (name) => expect(isSecretName(name)).toBe(false));
});

describe("values that are secrets by their looks", () => {
  test.each(["sk-abc", "ghp_abc", "Bearer abc", "AKIAABC", "eyJhbGciOi"])("%s", (value) => {
    expect(isSecretValue(value)).toBe(true);
  });

  test("a variable's name is none", () => {
    expect(isSecretValue("COMPANY_DOCS_TOKEN")).toBe(false);
  });

  test("an argument is one by its name or by its value", () => {
    expect(isSecretArgument("--api-key=abc")).toBe(true);
    expect(isSecretArgument("TOKEN=abc")).toBe(true);
    expect(isSecretArgument("--key=sk-abc")).toBe(true);
    expect(isSecretArgument("ghp_abc")).toBe(true);
    expect(isSecretArgument("--api-key=")).toBe(false);
    expect(isSecretArgument("--token-file")).toBe(false);
    expect(isSecretArgument("--stdio")).toBe(false);
  });
});
