import type { PersptConfig } from "../perspt-config.js";
import { UNSAFE_KEYS } from "../toml/read-toml.js";
import { remove } from "../words/fix.js";
import { writeKey } from "../words/toml-words.js";
import { checkKeys } from "./check-keys.js";
import type { ProblemReport } from "./problem-report.js";
import { readModel, readModels } from "./read-models.js";
import { readServers } from "./read-servers.js";
import { DEFAULT_AGENT, DEFAULT_CHAT, readAgent, readChat } from "./read-settings.js";
import { DEFAULT_TUI, readTui } from "./read-tui.js";
import { TableScope } from "./table-scope.js";
import type { TomlDocument } from "./toml-document.js";

const TABLES = ["external_tools", "model", "models", "chat", "agent", "tui"];

/** Other clients' tables of servers. */
const FOREIGN_TABLES = ["mcp", "mcp_servers", "mcpServers", "servers"];

/** Reads a whole file. What cannot be read is reported, and is missing from the configuration or has its default. */
export function readDocument(report: ProblemReport, document: TomlDocument): PersptConfig {
  const root = new TableScope(report, [], document.table);
  checkKeys(root, TABLES, (key) =>
    FOREIGN_TABLES.includes(key)
      ? remove(writeKey(key), "and write an [[external_tools]] table for each of its servers")
      : null,
  );
  const model = openTable(root, "model");
  const models = openTable(root, "models");
  const chat = openTable(root, "chat");
  const agent = openTable(root, "agent");
  const tui = openTable(root, "tui");
  return {
    file: document.file,
    servers: readServers(report, document.table, document.file),
    model: model && readModel(model),
    models: models === null ? new Map() : readModels(models),
    chat: (chat && readChat(chat)) ?? DEFAULT_CHAT,
    agent: (agent && readAgent(agent)) ?? DEFAULT_AGENT,
    tui: (tui && readTui(tui)) ?? DEFAULT_TUI,
  };
}

function openTable(root: TableScope, key: string): TableScope | null {
  if (!root.has(key)) return null;
  return root.open([key], root.get(key), { expected: `a table [${key}]`, fix: remove(key) });
}

/** Reports each key that the parser left out because of its name (T33). */
export function reportUnsafeKeys(report: ProblemReport, document: TomlDocument): void {
  for (const { name, position } of document.findNames(UNSAFE_KEYS)) {
    report.problemAt(position, {
      table: null,
      key: name,
      code: "unsafe_key",
      expected: "no key of this name anywhere: every JavaScript object has such a member already",
      received: "one",
      fix: remove(name),
    });
  }
}
