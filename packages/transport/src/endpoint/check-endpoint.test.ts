import { expect, test } from "vitest";
import { checkEndpoint } from "./check-endpoint.js";

test("an HTTP endpoint is judged by its url and its headers together", () => {
  const problems = checkEndpoint({
    kind: "streamable_http",
    url: "http://tools.example.test/mcp",
    headers: [{ name: "Cookie", source: "SESSION" }],
  });
  expect(problems.map(({ code, field }) => [code, field])).toStrictEqual([
    ["plaintext_endpoint", "url"],
    ["reserved_header", "headers"],
  ]);
});

test("a stdio endpoint is judged by its command and its variables together", () => {
  const problems = checkEndpoint({
    kind: "stdio",
    command: ["run.bat"],
    environment: [{ name: "A=", source: "A" }],
  });
  expect(problems.map(({ code, field }) => [code, field])).toStrictEqual([
    ["batch_file", "command"],
    ["invalid_variable_name", "environment"],
  ]);
});

test("what is fine has no problems", () => {
  expect(checkEndpoint({ kind: "stdio", command: ["docs"] })).toStrictEqual([]);
  expect(checkEndpoint({ kind: "streamable_http", url: "https://a.test/" })).toStrictEqual([]);
});
