import { isAbsolute } from "node:path";
import { SERVER_NUMBERS } from "@perspt/config";
import type { HostProblem } from "@perspt/host";
import { variableSources } from "../../../mapped-values.js";
import { shellWord } from "../../../output/shell-word.js";
import { advice, command, type Fix, fail, type Outcome, ok, toml } from "./finding.js";
import type { ServerFacts } from "./server-facts.js";
import { setVariable } from "./set-variable.js";

/** Failures that a server gives by what it answers: it was reached. */
const PROTOCOL_CODES: ReadonlySet<string> = new Set(["incompatible_protocol", "invalid_discover"]);
const CREDENTIAL_CODES: ReadonlySet<string> = new Set(["auth_required", "forbidden"]);

export function checkProgram({ server, program }: ServerFacts): Outcome {
  switch (program.kind) {
    case "none_needed":
      return ok("none needed: it is reached over HTTP");
    case "found":
      return ok(program.path);
    case "failed": {
      const { problem } = program;
      const { transport } = server;
      const word = transport.kind === "stdio" ? transport.command[0] : "";
      return problem.code === "program_not_executable" && isAbsolute(word)
        ? fail(problem.message, command(`chmod +x ${shellWord(word)}`))
        : fail(problem.message, adviceOf(problem));
    }
  }
}

export function checkVariables({ server, variables, missing, shell }: ServerFacts): Outcome {
  const names = [...new Set(variableSources(server.transport).values())];
  if (variables.length === 0) {
    return ok(names.length === 0 ? "none are named" : `set: ${names.join(", ")}`);
  }
  const detail = variables
    .map(
      ({ file, line, column, expected, received }) =>
        `${file}:${line}:${column}: expected ${expected}; received ${received}`,
    )
    .join("; ");
  return variables.every(({ code }) => code === "missing_env_source")
    ? fail(detail, command(missing.map((name) => setVariable(name, shell)).join("\n")))
    : fail(detail, advice(variables.map(({ fix }) => fix).join(" ")));
}

/** Whether the server was reached at all; what it answered is the next check's. */
export function checkConnection(facts: ServerFacts): Outcome {
  const { reached } = facts;
  if (reached === null) throw new TypeError("a server that was not reached has no connection");
  const { error, protocolVersion, transport, serverInfo } = reached.report;
  if (error === null || protocolVersion !== null || PROTOCOL_CODES.has(error.code)) {
    const name = serverInfo === null ? "" : ` to ${serverInfo.name} ${serverInfo.version}`;
    return ok(`${transport}${name}`);
  }
  return fail(sentence(error), ...linkFixes(error, facts));
}

export function checkProtocol({ reached }: ServerFacts): Outcome {
  if (reached === null) throw new TypeError("a server that was not reached speaks no protocol");
  const { error, protocolVersion, supportedVersions } = reached.report;
  if (protocolVersion !== null) {
    const others = supportedVersions.filter((version) => version !== protocolVersion);
    return ok(
      `${protocolVersion}${others.length === 0 ? "" : `; it offers ${others.slice(0, 8).join(", ")} as well`}`,
    );
  }
  if (error === null) throw new TypeError("a server of no known protocol has an error");
  return fail(sentence(error), adviceOf(error));
}

/** What the server offers, and whether its list of tools could be read. */
export function checkCapabilities(facts: ServerFacts): Outcome {
  const { reached } = facts;
  if (reached === null) throw new TypeError("a server that was not reached offers nothing");
  const { error, capabilities, tools } = reached.report;
  if (error !== null) return fail(sentence(error), ...linkFixes(error, facts));
  const names = Object.keys(capabilities);
  const count = tools.length === 1 ? "1 tool" : `${tools.length} tools`;
  return ok(`${names.length === 0 ? "none" : names.join(", ")}; ${count}`);
}

function linkFixes(error: HostProblem, facts: ServerFacts): readonly [Fix, ...Fix[]] {
  const { server, shell } = facts;
  const sources = [...new Set(variableSources(server.transport).values())];
  if (error.code === "timeout") {
    const longer = Math.min(server.timeoutMs * 2, SERVER_NUMBERS.timeout_ms.max);
    return [toml(`timeout_ms = ${longer}`), adviceOf(error)];
  }
  if (CREDENTIAL_CODES.has(error.code) && sources.length > 0) {
    return [command(sources.map((name) => setVariable(name, shell)).join("\n")), adviceOf(error)];
  }
  return [adviceOf(error)];
}

function adviceOf({ hint }: HostProblem): Fix {
  return advice(hint ?? "Run `perspt mcp inspect --verbose` and look at what the server says.");
}

function sentence({ code, message }: HostProblem): string {
  return `${code}: ${message}`;
}
