import type { EndpointProblem } from "@perspt/transport";
import type { ServerTransport } from "../perspt-config.js";
import { remove, write } from "../words/fix.js";
import { writeKey, writePair, writeText } from "../words/toml-words.js";
import { ENDPOINT_PHRASES } from "./endpoint-phrases.js";
import type { TableScope } from "./table-scope.js";

/** Reports what the transport refuses about a command, its variables or the headers, at the place that it is about. */
export function reportEndpoint(scope: TableScope, problem: EndpointProblem): void {
  const key = problem.key ?? "";
  const finding = { code: problem.code, ...ENDPOINT_PHRASES[problem.code] };
  switch (problem.field) {
    case "command":
      scope.problem({ ...finding, path: ["command", Number(key)], fix: commandFix(problem) });
      break;
    case "environment":
      scope.problem({ ...finding, path: ["env_from_env", key], fix: remove(writeKey(key)) });
      break;
    case "headers":
      scope.problem({ ...finding, path: ["headers_from_env", key], fix: remove(writeKey(key)) });
      break;
    case "url":
      // `checkUrl` reports these, for models' addresses as well.
      break;
  }
}

/** What to write in place of the word, or of the whole command where one word is not enough. */
function commandFix({ code }: EndpointProblem): string {
  if (code === "relative_program") return write(writeText("/absolute/path/to/server"));
  if (code === "invalid_argument") return write(writeText("argument"));
  if (code !== "batch_file") return write(writePair("command", ["company-docs-mcp", "--stdio"]));
  return write(
    writePair("command", ["node", "/absolute/path/to/server.js"]),
    "naming the program that the batch file starts",
  );
}

/** Reports the keys that belong to the other transport. */
export function refuseKeys(
  scope: TableScope,
  kind: ServerTransport["kind"],
  keys: readonly string[],
): void {
  const endpoint = kind === "stdio" ? "command" : "url";
  for (const key of keys.filter((name) => scope.has(name))) {
    const isEndpoint = key === "url" || key === "command";
    scope.problem({
      path: [key],
      code: isEndpoint ? "transport_conflict" : "wrong_transport",
      expected: isEndpoint
        ? `${endpoint} alone with transport = "${kind}"`
        : `no ${key} with transport = "${kind}"`,
      received: isEndpoint && scope.has(endpoint) ? `${key} as well as ${endpoint}` : key,
      fix: remove(key),
    });
  }
}
