import {
  type ConfigPaths,
  hideSecrets,
  type ServerConfig,
  type ServerTransport,
} from "@perspt/config";
import type { JsonObject } from "@perspt/json";
import { isVariableSet } from "../../environment-variables.js";
import type { Machine } from "../../machine/machine.js";
import { variableSources } from "../../mapped-values.js";
import { type Block, prose, table } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { loadConfig, warningNotes } from "../../settings/load-config.js";

/** `perspt mcp list`: the configured servers as the file names them. Connects to nothing. */
export async function listServers(
  machine: Pick<Machine, "files" | "environment">,
  paths: Pick<ConfigPaths, "configFile">,
): Promise<CommandResult> {
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { servers } = loading.config;
  const rows = servers.map((server) => describe(server, machine.environment));
  return success(
    { servers: rows.map(document) },
    serverTable(rows, paths.configFile),
    warningNotes(loading.warnings),
  );
}

interface ServerRow {
  readonly server: ServerConfig;
  readonly variables: readonly { readonly name: string; readonly isSet: boolean }[];
}

function describe(server: ServerConfig, environment: Machine["environment"]): ServerRow {
  const variables = [...new Set(variableSources(server.transport).values())].map((name) => ({
    name,
    isSet: isVariableSet(environment, name),
  }));
  return { server, variables };
}

function document({ server, variables }: ServerRow): JsonObject {
  const { id, transport, modes, timeoutMs, policies } = server;
  return {
    id,
    transport: transport.kind,
    ...(transport.kind === "stdio"
      ? { command: hideSecrets(transport.command) }
      : { url: urlWithoutQuery(transport.url) }),
    modes,
    timeoutMs,
    policies: [...policies.keys()],
    variables: variables.map(({ name, isSet: set }) => ({ name, set })),
  };
}

function serverTable(rows: readonly ServerRow[], file: string): readonly Block[] {
  if (rows.length === 0) {
    return [
      prose(
        `No servers: ${file} has no [[external_tools]] table. \`perspt mcp add\` or \`perspt mcp import\` adds one.`,
      ),
    ];
  }
  return [
    table(
      [
        { title: "server" },
        { title: "transport" },
        { title: "modes" },
        { title: "policies", align: "right" },
        { title: "variables", tone: (cell) => (cell.includes("(not set)") ? "warning" : "plain") },
        { title: "reached at" },
      ],
      rows.map(({ server, variables }) => [
        server.id,
        server.transport.kind,
        server.modes.join(", "),
        String(server.policies.size),
        variables.map(({ name, isSet: set }) => (set ? name : `${name} (not set)`)).join(", "),
        addressOf(server.transport),
      ]),
    ),
  ];
}

function addressOf(transport: ServerTransport): string {
  switch (transport.kind) {
    case "stdio":
      return hideSecrets(transport.command).map(shownWord).join(" ");
    case "streamable_http":
      return urlWithoutQuery(transport.url);
  }
}

/** A word that a shell would split is quoted, so that the argv can be read. */
function shownWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Query strings are where people put tokens. */
function urlWithoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : `${url.slice(0, end)}?…`;
}
