import { describe, expect, test } from "vitest";
import { isSecretArgument, isSecretName, isSecretValue, secretArguments } from "./secrets.js";

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
    for (const name of ["HF_TOKEN", "NPM_TOKEN", "GITHUB_PAT_X", "SK_KEY", "ASIA_REGION"]) {
      expect(isSecretValue(name)).toBe(false);
    }
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

  test.each([
    ["--api-key", "abc"],
    ["-e", "TOKEN=abc"],
    ["--header", "Authorization: Bearer abc"],
    ["--header", "X-Api-Key:abc"],
    ["postgresql://me:abc@localhost/db"],
    ["--db=postgresql://me:abc@localhost/db"],
    ["https://x.test/sse?api_key=abc"],
  ])("%s %s carries one, in its last word", (...words) => {
    expect(secretArguments(["x", ...words])).toEqual([words.length]);
  });

  test.each([
    ["--token-file", "/a"],
    ["--auth", "oauth"],
    ["--api-key", "--stdio"],
    ["-e", "TOKEN"],
    ["https://me@x.test/mcp?page=1"],
    ["C:\\x"],
  ])("%s %s carries none", (...words) => {
    expect(secretArguments(["x", ...words])).toEqual([]);
  });
});
