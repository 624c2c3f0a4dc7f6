import { parseBounded } from "@perspt/json";
import { readToml } from "../toml/read-toml.js";
import { LineTable } from "../toml/text-range.js";
import { blankComments } from "./blank-comments.js";

/** Another program's servers, each with the name that it has for it. */
export type ForeignDocument =
  | {
      readonly kind: "servers";
      /** The key that they stood under, such as `mcpServers`. */
      readonly key: string;
      readonly entries: readonly (readonly [name: string, entry: unknown])[];
    }
  /** Why there are none, as sentences that quote nothing of the text: it may hold secrets anywhere (T21). */
  | { readonly kind: "unreadable"; readonly message: string; readonly hint: string };

/** Where programs keep their servers in JSON: Claude, Cursor, Gemini and others; VS Code's own file and its settings; opencode; Zed. */
const JSON_KEYS: readonly (readonly string[])[] = [
  ["mcpServers"],
  ["servers"],
  ["mcp", "servers"],
  ["mcp.servers"],
  ["mcp"],
  ["context_servers"],
];
/** Codex. */
const TOML_KEYS: readonly (readonly string[])[] = [["mcp_servers"]];

const KNOWN =
  "It is read from `mcpServers` (Claude, Cursor and others), `servers` (VS Code) or [mcp_servers.NAME] (Codex).";

const JSON_LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 64 };

/** Finds the servers of another program's settings; which program's they are is told by their content. */
export function readForeignDocument(text: string): ForeignDocument {
  return /^\uFEFF?\s*[{/]/.test(text) ? readJson(text) : readTomlTables(text);
}

function readJson(text: string): ForeignDocument {
  const plain = blankComments(text);
  const result = parseBounded(plain, JSON_LIMITS);
  if (result.kind === "rejected") {
    const { line, column } = new LineTable(text).positionAt(result.problem.offset ?? 0);
    return unreadable(`It is no JSON that can be read; look at line ${line}, column ${column}.`);
  }
  return findServers(result.value, JSON_KEYS);
}

function readTomlTables(text: string): ForeignDocument {
  const reading = readToml(text);
  if (reading.kind === "unreadable") {
    const { line, column } = reading;
    return unreadable(`It is neither JSON nor TOML; look at line ${line}, column ${column}.`);
  }
  return findServers(reading.table, TOML_KEYS);
}

function findServers(document: unknown, places: readonly (readonly string[])[]): ForeignDocument {
  const ofProjects = entriesOfProjects(document);
  for (const place of places) {
    const table = place.reduce(memberOf, document);
    if (!isRecord(table)) continue;
    const entries = [...Object.entries(table), ...ofProjects];
    return { kind: "servers", key: place.join("."), entries };
  }
  return ofProjects.length === 0
    ? unreadable("It names no servers.")
    : { kind: "servers", key: "projects", entries: ofProjects };
}

/** Claude Code keeps in one file what its user added for a single project: `projects["/path"].mcpServers`. */
function entriesOfProjects(document: unknown): readonly (readonly [string, unknown])[] {
  const projects = memberOf(document, "projects");
  return Object.values(isRecord(projects) ? projects : {}).flatMap((project) => {
    const servers = memberOf(project, "mcpServers");
    return isRecord(servers) ? Object.entries(servers) : [];
  });
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An object of JSON, or a table of TOML. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(message: string): ForeignDocument {
  return { kind: "unreadable", message, hint: KNOWN };
}
