import { describe, expect, test } from "vitest";
import { createTransport, type TransportConfig } from "./index.js";

const stdio = { kind: "stdio", command: ["node"], workingDirectory: "/" } as const;
const http = { kind: "streamable_http", url: "https://tools.example.test/mcp" } as const;

/** What a caller without a compiler is told. */
function complaint(config: unknown): string {
  try {
    createTransport(config as TransportConfig);
    return "";
  } catch (error) {
    return error instanceof TypeError ? error.message : expect.unreachable("no TypeError");
  }
}

describe("the configuration of a transport", () => {
  test.each([stdio, http])("needs nothing but what has no default: %j", (config) => {
    expect(complaint(config)).toBe("");
  });

  test.each([
    [undefined, "a transport: expected an object; got nothing."],
    [{}, 'a transport: expected kind to be "stdio" or "streamable_http"; got nothing.'],
    [
      { kind: "http" },
      'a transport: expected kind to be "stdio" or "streamable_http"; got a string.',
    ],
    [
      { ...stdio, command: "node server.js" },
      'a stdio transport: expected command to be an array of the program and its arguments, such as ["company-docs-mcp", "--stdio"]; got a string.',
    ],
    [
      { ...stdio, workingDirectory: "." },
      "a stdio transport: expected workingDirectory to be an absolute path; got a string.",
    ],
    [
      { ...stdio, workspace: "src" },
      "a stdio transport: expected workspace to be an absolute path, where it is given; got a string.",
    ],
    [
      { ...stdio, environment: { TOKEN: "s3cret" } },
      'a stdio transport: expected environment to be a Map of names to values, such as new Map([["TOKEN", token]]); got an object.',
    ],
    [
      { ...stdio, maxMessageBytes: Number.NaN },
      "a stdio transport: expected maxMessageBytes to be a whole number of bytes; got the number NaN.",
    ],
    [
      { ...stdio, maxStderrBytes: -1 },
      "a stdio transport: expected maxStderrBytes to be a whole number of bytes; got the number -1.",
    ],
    [
      { kind: "streamable_http" },
      'a streamable_http transport: expected url to be the text of an address, such as "https://tools.example.com/mcp"; got nothing.',
    ],
    [
      { ...http, headers: { Authorization: "s3cret" } },
      'a streamable_http transport: expected headers to be a Map of names to values, such as new Map([["Authorization", value]]); got an object.',
    ],
  ])("%j is told what it lacks", (config, sentence) => {
    expect(complaint(config)).toBe(sentence);
  });
});
