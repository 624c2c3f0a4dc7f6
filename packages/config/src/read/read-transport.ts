import { checkEndpoint } from "@perspt/transport";
import * as v from "valibot";
import { SERVER_NUMBERS } from "../bounds.js";
import type { ServerTransport } from "../perspt-config.js";
import { describeValue } from "../words/describe-value.js";
import { add, remove, write } from "../words/fix.js";
import { secretArguments } from "../words/secrets.js";
import { writePair } from "../words/toml-words.js";
import { checkUrl } from "./check-url.js";
import { TRANSPORTS, text, wholeNumberOr } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import { readMapping } from "./read-mapping.js";
import { refuseKeys, reportEndpoint } from "./report-endpoint.js";
import type { TableScope } from "./table-scope.js";

type TransportKind = ServerTransport["kind"];

const COMMAND_EXPECTED = "a list of the program and its arguments";
const COMMAND = v.pipe(
  v.array(v.string("a string"), COMMAND_EXPECTED),
  v.nonEmpty(COMMAND_EXPECTED),
);
const STDERR_BYTES = { max_stderr_bytes: wholeNumberOr(SERVER_NUMBERS.max_stderr_bytes) };

export const TRANSPORT_KEYS = [
  "transport",
  "command",
  "url",
  "env_from_env",
  "headers_from_env",
  "max_stderr_bytes",
] as const;

/** Reads how a server is reached; null, and a report, where that cannot be told. */
export function readTransport(scope: TableScope): ServerTransport | null {
  const written = TRANSPORTS.find((kind) => kind === scope.get("transport"));
  const kind = written ?? likelyKind(scope);
  if (written === undefined) reportKind(scope, kind);
  return kind === "stdio" ? readStdio(scope) : readHttp(scope);
}

/** The transport that the other keys speak of. */
function likelyKind(scope: TableScope): TransportKind {
  return scope.has("url") && !scope.has("command") ? "streamable_http" : "stdio";
}

function reportKind(scope: TableScope, kind: TransportKind): void {
  const pair = writePair("transport", kind);
  const value = scope.get("transport");
  scope.problem({
    path: ["transport"],
    code:
      value === undefined
        ? "missing_key"
        : typeof value === "string"
          ? "not_allowed"
          : "wrong_type",
    expected: '"stdio" with a command, or "streamable_http" with a url',
    received: value === undefined ? "no such key" : describeValue(value),
    fix: value === undefined ? add(pair) : write(pair),
  });
}

function readStdio(scope: TableScope): ServerTransport | null {
  refuseKeys(scope, "stdio", ["url", "headers_from_env"]);
  const command = readFields(scope, { command: COMMAND })?.command ?? null;
  const limits = readFields(scope, STDERR_BYTES);
  const environmentSources = readMapping(scope, "env_from_env");
  const problems = checkEndpoint({
    kind: "stdio",
    // A command that cannot be read is reported already; its variables are judged all the same.
    command: command ?? ["program"],
    environment: [...environmentSources].map(([name, source]) => ({ name, source })),
  });
  for (const problem of problems) reportEndpoint(scope, problem);
  if (command !== null) warnOfSecrets(scope, command);
  const [program, ...programArguments] = command ?? [];
  if (program === undefined || limits === null) return null;
  return {
    kind: "stdio",
    command: [program, ...programArguments],
    environmentSources,
    maxStderrBytes: limits.max_stderr_bytes,
  };
}

function readHttp(scope: TableScope): ServerTransport | null {
  refuseKeys(scope, "streamable_http", ["command", "env_from_env"]);
  const url = readFields(scope, { url: text })?.url ?? null;
  if (url !== null) checkUrl(scope, "url", url);
  const headerSources = readMapping(scope, "headers_from_env");
  const problems = checkEndpoint({
    kind: "streamable_http",
    url: url ?? "https://localhost/",
    headers: [...headerSources].map(([name, source]) => ({ name, source })),
  });
  for (const problem of problems) reportEndpoint(scope, problem);
  if (scope.has("max_stderr_bytes")) warnOfStderr(scope);
  return url === null ? null : { kind: "streamable_http", url, headerSources };
}

function warnOfStderr(scope: TableScope): void {
  if (readFields(scope, STDERR_BYTES) === null) return;
  scope.warning({
    path: ["max_stderr_bytes"],
    code: "no_effect",
    expected: 'max_stderr_bytes only with transport = "stdio"',
    received: "streamable_http, which has no standard error",
    fix: remove("max_stderr_bytes"),
  });
}

function warnOfSecrets(scope: TableScope, command: readonly string[]): void {
  for (const index of secretArguments(command)) {
    scope.warning({
      path: ["command", index],
      code: "secret_in_file",
      expected: "no secret in this file, nor where other programs can read arguments",
      received: "an argument that looks like one (not shown)",
      fix: remove(`command[${index}]`, "and pass the secret by env_from_env"),
    });
  }
}
