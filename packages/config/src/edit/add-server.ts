import { serverIdKey } from "@perspt/policy";
import { LineTable } from "../toml/text-range.js";
import { writePair } from "../words/toml-words.js";
import { type ConfigEdit, notEditable, refused } from "./config-edit.js";
import { findServers, type ServersPlace } from "./find-servers.js";
import { type NewServer, tableOf } from "./new-server.js";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Adds a server's table behind everything else, or as the last element where the servers are a list in brackets. Every character of the
 * text stays as it is; the new lines end as its last line does. Whether the server is one that loads is for `checkNewServer`.
 */
export function addServer(text: string, server: NewServer): ConfigEdit {
  const place = findServers(text);
  if (place.kind === "unreadable") return notEditable();
  const lines = new LineTable(text);
  const twin = place.servers.find(({ id }) => id !== null && isSameId(id, server.id));
  if (twin !== undefined) {
    const { line } = lines.positionAt(twin.ranges[0]?.start ?? 0);
    return refused(
      "server_exists",
      `There is already a server ${JSON.stringify(twin.id)}, at line ${line}.`,
      `Choose another name, or take that one away with \`perspt mcp remove ${twin.id}\`.`,
    );
  }
  const { offset, before, toml } = insertion(text, place, server);
  const edited = text.slice(0, offset) + before + toml + text.slice(offset);
  return {
    kind: "edited",
    text: edited,
    line: new LineTable(edited).positionAt(offset + before.length).line,
  };
}

/** A server as the `[[external_tools]]` table that is added to a file, with a line feed behind each line. */
export function serverTable(server: NewServer): string {
  const pairs = [...tableOf(server)].map(([key, value]) => writePair(key, value));
  return ["[[external_tools]]", ...pairs, ""].join("\n");
}

interface Insertion {
  readonly offset: number;
  /** What has to stand between the text and the server. */
  readonly before: string;
  readonly toml: string;
}

function insertion(
  text: string,
  place: Exclude<ServersPlace, { readonly kind: "unreadable" }>,
  server: NewServer,
): Insertion {
  switch (place.kind) {
    case "tables": {
      const lineEnd = text.at(text.lastIndexOf("\n") - 1) === "\r" ? "\r\n" : "\n";
      const toml = serverTable(server).replaceAll("\n", lineEnd);
      return { offset: text.length, before: gapAfter(text, lineEnd), toml };
    }
    case "list": {
      const pairs = [...tableOf(server)].map(([key, value]) => writePair(key, value));
      const toml = `{ ${pairs.join(", ")} }`;
      const last = place.servers.at(-1)?.ranges.at(-1);
      return last === undefined
        ? { offset: place.list.start + 1, before: "", toml }
        : { offset: last.end, before: ", ", toml };
    }
  }
}

/** What makes one blank line of the end of a text; nothing where there is no text. */
function gapAfter(text: string, lineEnd: string): string {
  if (text === "" || text === BYTE_ORDER_MARK || /\n[ \t]*\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? lineEnd : `${lineEnd}${lineEnd}`;
}

function isSameId(left: string, right: string): boolean {
  return serverIdKey(left) === serverIdKey(right);
}
