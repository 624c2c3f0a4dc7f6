import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import { pathPolicy, pathProperty, ROOT_IS_DOT } from "./path-policy.js";
import { optionalInteger, readText } from "./tool-arguments.js";
import { count, MAX_TEXT_BYTES } from "./tool-bounds.js";
import { type Listing, listTree } from "./tree/list-tree.js";
import { locateForReading } from "./tree/locate.js";
import type { Entry } from "./tree/read-entries.js";

/** Most entries of one answer. */
const MAX_ENTRIES = 500;
const MAX_DEPTH = 10;
const DEFAULT_DEPTH = 2;

export function listTool(root: string): LocalOperation {
  return codingTool({
    name: "list",
    description: `Lists a directory as a tree, at most ${MAX_ENTRIES} entries a call. What is in node_modules and the like is left out. Directories end in "/".`,
    properties: {
      path: pathProperty(ROOT_IS_DOT),
      depth: {
        type: "integer",
        minimum: 1,
        maximum: MAX_DEPTH,
        description: `Levels of directories to show; ${DEFAULT_DEPTH} if absent.`,
      },
    },
    required: ["path"],
    policy: pathPolicy("list", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const bounds = { least: 1, most: MAX_DEPTH };
      const depth = optionalInteger(argumentsValue, "depth", bounds) ?? DEFAULT_DEPTH;
      const path = await locateForReading(root, readText(argumentsValue, "path"));
      const listing = await listTree(root, path, { depth, maxEntries: MAX_ENTRIES, signal });
      const lines = withinBytes(linesOf(listing, path.text, "  "));
      return {
        text: [`${path.text}: ${count(listing.entries, "entry", "entries")}`, ...lines].join("\n"),
      };
    },
  });
}

/** Names can be long: what 500 of them take is bounded too. */
function withinBytes(lines: readonly string[]): readonly string[] {
  let left = MAX_TEXT_BYTES;
  const end = lines.findIndex((line) => {
    left -= Buffer.byteLength(line) + 1;
    return left < 0;
  });
  if (end < 0) return lines;
  return [...lines.slice(0, end), "[… the answer is full: list a directory of it]"];
}

function linesOf(listing: Listing, path: string, indent: string): readonly string[] {
  const directory = listing.directories.get(path);
  if (directory === undefined) return [];
  const { entries, leftOut, isCut } = directory;
  const lines = entries.flatMap((entry) => [
    `${indent}${labelOf(entry, listing)}`,
    ...linesOf(listing, entry.path.text, `${indent}  `),
  ]);
  if (leftOut === 0 && !isCut) return lines;
  const more = `${indent}[… ${isCut ? "at least " : ""}${leftOut} more entries of ${path} left out]`;
  return [...lines, more];
}

function labelOf(entry: Entry, listing: Listing): string {
  // A name may hold anything but a slash; a line break in it must not look like another entry.
  const name = /\p{Cc}/u.test(entry.name) ? JSON.stringify(entry.name) : entry.name;
  switch (entry.kind) {
    case "file":
      return name;
    case "directory":
      return listing.directories.has(entry.path.text) ? `${name}/` : `${name}/ (not looked into)`;
    case "link":
      return `${name} (link)`;
    case "other":
      return `${name} (no regular file)`;
  }
}
