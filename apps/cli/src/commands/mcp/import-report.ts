import {
  type ImportedVariable,
  type ImportSkipCode,
  type ServersImport,
  serverTable,
} from "@perspt/config";
import type { JsonObject } from "@perspt/json";
import { isVariableSet } from "../../environment-variables.js";
import type { Machine } from "../../machine/machine.js";
import { BLANK, type Block, code, line, prose, table } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";

/** What an import came to. */
export interface ImportEnd {
  readonly imported: Extract<ServersImport, { readonly kind: "read" }>;
  readonly source: { readonly path: string; readonly name: string };
  readonly configFile: string;
  readonly environment: Machine["environment"];
  /** Where the tables begin; null where nothing was written. */
  readonly written: { readonly line: number } | null;
}

export function importResult(end: ImportEnd): CommandResult {
  const { imported, source, configFile, written } = end;
  const servers = newServers(imported);
  const toml = servers.map(serverTable).join("\n");
  const document: JsonObject = {
    source: source.path,
    key: imported.key,
    file: configFile,
    line: written?.line ?? null,
    added: variablesByServer(end).map(({ id, name, transport, variables }) => ({
      id,
      name,
      transport,
      variables: variables.map((variable) => ({
        ...variable,
        content: { ...variable.content },
        set: isSet(end, variable),
      })),
    })),
    skipped: skips(end).map((skip) => ({ ...skip })),
    toml,
  };
  const remarks = [...variableBlocks(end), ...skipBlocks(end)];
  const count = `${servers.length} of ${imported.servers.length} servers of ${source.path}`;
  if (written === null && servers.length > 0) {
    const heading = line(`${count} would be added to ${configFile}.`);
    return success(document, [code(toml, 0)], [heading, ...remarks]);
  }
  if (written === null) return nothingAdded(end, document);
  return success(document, [
    line(`Added ${count} to ${configFile}, from line ${written.line}.`),
    ...remarks,
    BLANK,
    prose(
      `Next: ${servers.map(({ id }) => `\`perspt mcp policy ${id}\``).join(", ")}. Nothing of a server is admitted until the file has a policy for each tool.`,
      { tone: "dim" },
    ),
  ]);
}

/** All well where there was nothing to add, or some of it is there already; else somebody has to look at what was skipped. */
function nothingAdded(end: ImportEnd, document: JsonObject): CommandResult {
  const { source, configFile, imported } = end;
  const result = success(document, [
    line(`Nothing of ${source.path} was added to ${configFile}.`),
    ...skipBlocks(end),
  ]);
  const isDone =
    imported.servers.length === 0 ||
    imported.servers.some((each) => each.kind === "skipped" && each.code === "server_exists");
  return isDone
    ? result
    : {
        ...result,
        exitCode: EXIT_CODES.usage,
        failure: {
          code: "nothing_imported",
          message: `None of the servers of ${source.path} can be taken over.`,
          hint: "Each is named above with the reason; `perspt mcp add --help` shows how one is added by hand.",
        },
      };
}

export function newServers({ servers }: ImportEnd["imported"]) {
  return servers.flatMap((each) => (each.kind === "imported" ? [each.server] : []));
}

function variablesByServer({ imported }: ImportEnd) {
  return imported.servers.flatMap((each) =>
    each.kind === "imported"
      ? [
          {
            id: each.server.id,
            name: each.name,
            transport: each.server.transport.kind,
            variables: each.variables,
          },
        ]
      : [],
  );
}

function variableBlocks(end: ImportEnd): readonly Block[] {
  const rows = variablesByServer(end).flatMap(({ id, variables }) =>
    variables.map((variable) => [
      variable.name,
      isSet(end, variable) ? "set" : "not set",
      `${id}: ${variable.target}`,
      contentText(variable, end.source.name),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    BLANK,
    prose("Set these variables where perspt starts; no value was copied:"),
    table(
      [
        { title: "variable" },
        { title: "now", tone: (cell) => (cell === "set" ? "good" : "warning") },
        { title: "for" },
        { title: "holds" },
      ],
      rows,
      2,
    ),
    prose("A program gets these and PATH, and nothing else of the environment.", { indent: 2 }),
  ];
}

function contentText({ content }: ImportedVariable, sourceName: string): string {
  switch (content.kind) {
    case "same":
      return "what it holds for that program";
    case "value_in_file":
      return `the value that ${sourceName} has there`;
    case "input":
      return `what that program asks for as ${JSON.stringify(content.id)}`;
    case "prefixed":
      return `"${content.prefix} $${content.variable}"`;
  }
}

interface Skip {
  readonly server: string;
  /** Null for the server as a whole. */
  readonly field: string | null;
  /** Null for a field. */
  readonly code: ImportSkipCode | null;
  readonly reason: string;
}

function skips({ imported }: ImportEnd): readonly Skip[] {
  return imported.servers.flatMap((each): readonly Skip[] =>
    each.kind === "skipped"
      ? [{ server: each.name, field: null, code: each.code, reason: each.reason }]
      : each.skippedFields.map((skip) => ({ server: each.name, code: null, ...skip })),
  );
}

function skipBlocks(end: ImportEnd): readonly Block[] {
  const rows = skips(end).map(({ server, field, reason }) => [
    field === null ? server : `${server}.${field}`,
    reason,
  ]);
  if (rows.length === 0) return [];
  return [BLANK, prose("Not taken over:"), table([{ title: "what" }, { title: "why" }], rows, 2)];
}

function isSet({ environment }: ImportEnd, { name }: ImportedVariable): boolean {
  return isVariableSet(environment, name);
}
