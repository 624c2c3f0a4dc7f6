import { checkEndpoint, type EndpointProblem, type TransportConfig } from "@perspt/transport";
import type { ConfigProblem } from "./config-problem.js";
import { type Environment, lookUp } from "./environment.js";
import type { ServerConfig } from "./perspt-config.js";
import { ENDPOINT_PHRASES } from "./read/endpoint-phrases.js";
import { writeKey } from "./words/toml-words.js";

export interface TransportDirectories {
  /** Where a stdio server starts, absolute: the agent's workspace, or the person's home. */
  readonly workingDirectory: string;
  /** A program inside this absolute path is refused (T03); null where there is no workspace. */
  readonly workspace: string | null;
}

export type TransportResolution =
  | { readonly kind: "resolved"; readonly transport: TransportConfig }
  /** The server is not started; never empty. */
  | { readonly kind: "unresolved"; readonly problems: readonly ConfigProblem[] };

/** What a JSON-RPC answer puts around its result on a line of standard output. */
const ENVELOPE_BYTES = 1024;

/**
 * Reads the variables that a server's table names, so that it can be reached. A source that is unset or empty keeps the server from
 * being started, as does a value that cannot be passed on (T08, report 22); problems name source and target, never a value (T21).
 */
export function resolveTransport(
  server: ServerConfig,
  environment: Environment,
  directories: TransportDirectories,
): TransportResolution {
  const { transport } = server;
  switch (transport.kind) {
    case "stdio": {
      const variables = readSources(
        server,
        "env_from_env",
        transport.environmentSources,
        environment,
      );
      return settle(variables.problems, {
        kind: "stdio",
        command: transport.command,
        workingDirectory: directories.workingDirectory,
        ...(directories.workspace === null ? {} : { workspace: directories.workspace }),
        environment: variables.values,
        maxMessageBytes: server.maxResultBytes + ENVELOPE_BYTES,
        maxStderrBytes: transport.maxStderrBytes,
      });
    }
    case "streamable_http": {
      const headers = readSources(server, "headers_from_env", transport.headerSources, environment);
      return settle(headers.problems, {
        kind: "streamable_http",
        url: transport.url,
        headers: headers.values,
        headerSources: transport.headerSources,
        // Also the bound of a raw server-sent event, so nothing is added for what is around the result.
        maxMessageBytes: server.maxResultBytes,
      });
    }
  }
}

function settle(
  problems: readonly ConfigProblem[],
  transport: TransportConfig,
): TransportResolution {
  return problems.length === 0 ? { kind: "resolved", transport } : { kind: "unresolved", problems };
}

type MappingTable = "env_from_env" | "headers_from_env";

interface SourceValues {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly ConfigProblem[];
}

function readSources(
  server: ServerConfig,
  table: MappingTable,
  sources: ReadonlyMap<string, string>,
  environment: Environment,
): SourceValues {
  const values = new Map<string, string>();
  const problems: ConfigProblem[] = [];
  for (const [name, source] of sources) {
    const value = lookUp(environment, source);
    const flaw =
      value === null || value === ""
        ? missingSource(name, source, value)
        : unsendableValue(table, { name, source, value });
    if (flaw === null) values.set(name, value ?? "");
    else problems.push({ ...placeOf(server, table, name), ...flaw });
  }
  return { values, problems };
}

type Flaw = Pick<ConfigProblem, "code" | "expected" | "received" | "fix">;

function missingSource(name: string, source: string, value: string | null): Flaw {
  return {
    code: "missing_env_source",
    expected: `the environment variable ${source}, which ${name} is read from`,
    received: value === null ? "no such variable" : "an empty value",
    fix: `Set ${source} where perspt starts, or remove \`${writeKey(name)}\`.`,
  };
}

function unsendableValue(
  table: MappingTable,
  candidate: { readonly name: string; readonly source: string; readonly value: string },
): Flaw | null {
  const [problem] = valueProblems(table, candidate);
  if (problem === undefined) return null;
  return { code: problem.code, ...ENDPOINT_PHRASES[problem.code], fix: problem.hint };
}

function valueProblems(
  table: MappingTable,
  candidate: { readonly name: string; readonly source: string; readonly value: string },
): readonly EndpointProblem[] {
  return table === "env_from_env"
    ? checkEndpoint({ kind: "stdio", command: ["program"], environment: [candidate] })
    : checkEndpoint({
        kind: "streamable_http",
        url: "https://localhost/",
        headers: [candidate],
      });
}

function placeOf(
  { id, source }: ServerConfig,
  table: MappingTable,
  name: string,
): Pick<ConfigProblem, "file" | "line" | "column" | "table" | "key"> {
  const position = source?.mappings.get(name) ?? source?.table ?? { line: 1, column: 1 };
  return {
    file: source?.file ?? "configuration",
    ...position,
    table: `[[external_tools]] "${id}"`,
    key: `${table}.${writeKey(name)}`,
  };
}
