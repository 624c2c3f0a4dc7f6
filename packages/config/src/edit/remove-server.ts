import { serverIdKey } from "@perspt/policy";
import { nearestWord } from "@perspt/text";
import { LineTable } from "../toml/text-range.js";
import { type ConfigEdit, notEditable, refused } from "./config-edit.js";
import { cutElement } from "./cut-element.js";
import { cutLines } from "./cut-lines.js";
import { findServers } from "./find-servers.js";

/**
 * Takes a server away: its table, the tables inside it, wherever they stand, and the comments between their lines and right below them.
 * Every other character stays as it is, but for one blank line that would be left beside another one. The id counts as written; one that
 * differs by case alone is a suggestion.
 */
export function removeServer(text: string, id: string): ConfigEdit {
  const place = findServers(text);
  if (place.kind === "unreadable") return notEditable();
  const index = place.servers.findIndex((server) => server.id === id);
  const found = place.servers[index];
  const [first] = found?.ranges ?? [];
  if (found === undefined || first === undefined) {
    return unknownServer(
      id,
      place.servers.flatMap((server) => server.id ?? []),
    );
  }
  const { line } = new LineTable(text).positionAt(first.start);
  const edited =
    place.kind === "list"
      ? cutElement(text, place, index)
      : // From the last to the first, so that the places of the others stay true.
        found.ranges.toReversed().reduce(cutLines, text);
  return { kind: "edited", text: edited, line };
}

function unknownServer(id: string, known: readonly string[]): ConfigEdit {
  const meant =
    known.find((each) => serverIdKey(each) === serverIdKey(id)) ?? nearestWord(id, known);
  return refused(
    "no_such_server",
    `There is no server ${JSON.stringify(id)}.`,
    meant !== null
      ? `Did you mean ${meant}?`
      : known.length === 0
        ? "The configuration names no server: there is nothing to remove."
        : `Servers: ${known.join(", ")}.`,
  );
}
