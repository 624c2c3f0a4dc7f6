import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LocalOperation } from "@perspt/host";
import { MADE_FOLDERS } from "../workspace/list-files.js";
import { codingTool, completedTool, numberOf, ToolProblem, textOf } from "./coding-tool.js";
import { readsPath } from "./policies.js";
import { placeIn, shownPath, statusOf } from "./tree-paths.js";

const MAX_ENTRIES = 500;
const MAX_DEPTH = 8;

/** `local.list`: what a folder holds, to a depth. */
export function listTool(root: string): LocalOperation {
  return codingTool({
    name: "list",
    description: `Lists a folder ("." for the top), folders with a / at the end. depth 1 is the folder alone; at most ${MAX_ENTRIES} entries.`,
    properties: {
      path: { type: "string" },
      depth: { type: "integer", minimum: 1, maximum: MAX_DEPTH },
    },
    required: ["path"],
    policy: readsPath("list", "path"),
    async execute(argumentsValue, { signal }) {
      const path = textOf(argumentsValue, "path");
      const place = await placeIn(root, path);
      const status = await statusOf(place);
      if (status === null) throw new ToolProblem(`There is no folder ${path}.`);
      if (!status.isDirectory()) throw new ToolProblem(`${path} is no folder; read shows it.`);
      const depth = numberOf(argumentsValue, "depth", 2);
      const entries: string[] = [];
      const isWhole = await collect(root, place, depth, entries, signal);
      const note = isWhole ? "" : `\n[more than ${MAX_ENTRIES} entries: list a folder of it]`;
      return completedTool(entries.length === 0 ? "(empty)" : `${entries.join("\n")}${note}`);
    },
  });
}

/** Whether everything fitted. */
async function collect(
  root: string,
  folder: string,
  depth: number,
  entries: string[],
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const found = await readdir(folder, { withFileTypes: true });
  for (const entry of found.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name === ".git") continue;
    if (entries.length === MAX_ENTRIES) return false;
    const place = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    entries.push(`${shownPath(root, place)}${isFolder ? "/" : entry.isSymbolicLink() ? "@" : ""}`);
    if (!isFolder || depth === 1 || MADE_FOLDERS.has(entry.name)) continue;
    if (!(await collect(root, place, depth - 1, entries, signal))) return false;
  }
  return true;
}
