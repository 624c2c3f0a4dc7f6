import { isServerId, serverIdKey } from "@perspt/policy";
import type { ConfigProblem } from "../config-problem.js";
import { checkNewServer } from "../edit/check-new-server.js";
import type { NewServer, NewTransport } from "../edit/new-server.js";
import type { Environment } from "../environment.js";
import type { PersptConfig } from "../perspt-config.js";
import { toServerId } from "../words/server-ids.js";
import { readForeignDocument } from "./foreign-document.js";
import {
  type EntrySkipCode,
  type ForeignServer,
  readForeignEntry,
  type SkippedField,
} from "./foreign-entry.js";
import { type ForeignValue, holdsReference } from "./foreign-value.js";
import { type ImportedVariable, mapValues } from "./map-values.js";
import { VariableNames } from "./name-variables.js";

/** What another program's settings have for a configuration. Nothing in it holds the value of a variable or a header. */
export type ServersImport =
  | {
      readonly kind: "read";
      /** The key that the servers stood under, such as `mcpServers`. */
      readonly key: string;
      readonly servers: readonly ServerImport[];
    }
  | { readonly kind: "unreadable"; readonly message: string; readonly hint: string };

export type ServerImport =
  | {
      readonly kind: "imported";
      /** What the other program calls it. */
      readonly name: string;
      readonly server: NewServer;
      readonly variables: readonly ImportedVariable[];
      readonly skippedFields: readonly SkippedField[];
    }
  | {
      readonly kind: "skipped";
      readonly name: string;
      readonly code: ImportSkipCode;
      /** Follows a colon. */
      readonly reason: string;
    };

/** Stable. */
export type ImportSkipCode =
  | EntrySkipCode
  | "server_exists"
  | "unusable_name"
  | "reference_in_endpoint"
  | "secret_in_endpoint"
  | "not_accepted";

export interface ImportTarget {
  readonly config: PersptConfig;
  readonly environment: Environment;
}

/**
 * Reads the servers of another program's settings: `mcpServers` of Claude, Cursor and others, `servers` of VS Code, and Codex's TOML, told
 * by content. Every value of a variable or header becomes the name of one that a person sets (T21). What cannot be taken over is named,
 * with the reason.
 */
export function importServers(text: string, target: ImportTarget): ServersImport {
  const document = readForeignDocument(text);
  if (document.kind === "unreadable") return document;
  const readings = document.entries.map(([name, entry]) => ({
    name,
    reading: readForeignEntry(entry),
  }));
  const names = new VariableNames(target.environment);
  for (const name of sourcesOf(target.config)) names.reserve(name);
  for (const { reading } of readings) {
    if (reading.kind === "server")
      for (const name of referencesOf(reading.server)) names.reserve(name);
  }
  const taken = new Set(target.config.servers.map(({ id }) => serverIdKey(id)));
  const servers = readings.map(({ name, reading }): ServerImport => {
    if (reading.kind === "skipped") return { name, ...reading };
    const imported = importServer(name, reading.server, { names, taken });
    if (imported.kind === "imported") taken.add(serverIdKey(imported.server.id));
    return imported;
  });
  return { kind: "read", key: document.key, servers };
}

function importServer(
  name: string,
  server: ForeignServer,
  { names, taken }: { readonly names: VariableNames; readonly taken: ReadonlySet<string> },
): ServerImport {
  const id = toServerId(name);
  if (!isServerId(id)) {
    return skipped(name, "unusable_name", "no id can be made of its name: letters and digits");
  }
  if (taken.has(serverIdKey(id))) {
    return skipped(name, "server_exists", `there is a server ${id} already, which stays as it is`);
  }
  const place = referenceIn(server);
  if (place !== null) {
    const words = server.transport.kind === "stdio" ? "-- CMD…" : "--url URL";
    return skipped(
      name,
      "reference_in_endpoint",
      `${place} holds a variable, and Perspt replaces nothing there; add it with its value spelled out: \`perspt mcp add ${id} ${words}\``,
    );
  }
  const { variables, skippedFields } = mapValues(id, server, names);
  const sources = new Map(variables.map((variable) => [variable.target, variable.name]));
  const added: NewServer = {
    id,
    transport: transportWith(server, sources),
    modes: [],
    timeoutMs: server.timeoutMs,
  };
  const [problem] = checkNewServer(added);
  return problem === undefined
    ? {
        kind: "imported",
        name,
        server: added,
        variables,
        skippedFields: [...server.skippedFields, ...skippedFields],
      }
    : refusedBy(name, problem);
}

function transportWith(
  { transport }: ForeignServer,
  sources: ReadonlyMap<string, string>,
): NewTransport {
  switch (transport.kind) {
    case "stdio":
      return { ...transport, environmentSources: sources };
    case "streamable_http":
      return { ...transport, headerSources: sources };
  }
}

function refusedBy(name: string, { code, key, expected, received }: ConfigProblem): ServerImport {
  return code === "secret_in_file"
    ? skipped(
        name,
        "secret_in_endpoint",
        `${key} holds what looks like a secret (not shown), which has no place in the file`,
      )
    : skipped(name, "not_accepted", `${key}: expected ${expected}, received ${received}`);
}

/** Where a command or an address refers to what only the other program knows. */
function referenceIn({ transport }: ForeignServer): string | null {
  switch (transport.kind) {
    case "stdio": {
      const index = transport.command.findIndex(holdsReference);
      return index === -1 ? null : `word ${index + 1} of its command`;
    }
    case "streamable_http":
      return holdsReference(transport.url) ? "its address" : null;
  }
}

function referencesOf({ values }: ForeignServer): readonly string[] {
  return [...values.values()].flatMap((value: ForeignValue) => {
    const inner = value.kind === "prefixed" ? value.rest : value;
    return inner.kind === "reference" ? [inner.variable] : [];
  });
}

function sourcesOf({ servers }: PersptConfig): readonly string[] {
  return servers.flatMap(({ transport }) =>
    transport.kind === "stdio"
      ? [...transport.environmentSources.values()]
      : [...transport.headerSources.values()],
  );
}

function skipped(name: string, code: ImportSkipCode, reason: string): ServerImport {
  return { kind: "skipped", name, code, reason };
}
