import { join } from "node:path";
import type { LocalOperation } from "@perspt/host";
import type { RE2JS } from "re2js";
import { listFiles } from "../workspace/list-files.js";
import { codingTool, completedTool, ToolProblem, textOf } from "./coding-tool.js";
import { readsPath } from "./policies.js";
import { placeIn, readBytes, shownPath, statusOf } from "./tree-paths.js";

const MAX_MATCHES = 100;
const MAX_LINE_CHARACTERS = 300;
const MAX_FILE_BYTES = 1024 * 1024;
/** How long one search may take, in milliseconds; it then says how far it came. */
const MAX_MS = 10_000;

/** Whether a line holds what is looked for. */
type Matcher = (line: string) => boolean;

/**
 * `local.search`: lines of the tree's own files, in the order of their paths. Patterns run in linear time, whoever wrote them; the event
 * loop has a turn between two files.
 */
export function searchTool(root: string): LocalOperation {
  return codingTool({
    name: "search",
    description: `Finds lines in the files of a folder ("." for all): kind "text" looks for the text as it stands, "regex" for an RE2 pattern. At most ${MAX_MATCHES} lines, as path:line: text.`,
    properties: {
      pattern: { type: "string", minLength: 1, maxLength: 500 },
      kind: { enum: ["text", "regex"] },
      path: { type: "string" },
    },
    required: ["pattern", "path"],
    policy: readsPath("search", "path"),
    async execute(argumentsValue, { signal }) {
      const path = textOf(argumentsValue, "path");
      const place = await placeIn(root, path);
      const status = await statusOf(place);
      if (status === null) throw new ToolProblem(`There is nothing at ${path}.`);
      const pattern = textOf(argumentsValue, "pattern");
      const matches =
        argumentsValue["kind"] === "regex" ? await regexMatcher(pattern) : textMatcher(pattern);
      const files = status.isDirectory()
        ? (await listFiles(place, null, signal)).map((file) => shownPath(root, join(place, file)))
        : [shownPath(root, place)];
      return completedTool(await search(root, files, matches, signal));
    },
  });
}

async function search(
  root: string,
  files: readonly string[],
  matches: Matcher,
  signal: AbortSignal,
): Promise<string> {
  const found: string[] = [];
  const deadline = performance.now() + MAX_MS;
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    if (performance.now() > deadline) {
      return told(found, `stopped after ${index} of ${files.length} files: search a folder of it`);
    }
    for (const [number, line] of (await linesOfText(root, file)).entries()) {
      if (!matches(line)) continue;
      found.push(`${file}:${number + 1}: ${line.trim().slice(0, MAX_LINE_CHARACTERS)}`);
      if (found.length === MAX_MATCHES) return told(found, "there may be more: be more exact");
    }
  }
  return told(found, null);
}

function told(found: readonly string[], note: string | null): string {
  const lines = found.length === 0 ? ["(no line)"] : found;
  return [...lines, ...(note === null ? [] : [`[${note}]`])].join("\n");
}

/** None for what is no text, is too long, or cannot be read as a regular file. */
async function linesOfText(root: string, file: string): Promise<readonly string[]> {
  try {
    const bytes = await readBytes(root, file, MAX_FILE_BYTES);
    return bytes.includes(0) ? [] : bytes.toString("utf8").split("\n");
  } catch (error) {
    if (error instanceof ToolProblem) return [];
    throw error;
  }
}

function textMatcher(text: string): Matcher {
  return (line) => line.includes(text);
}

async function regexMatcher(pattern: string): Promise<Matcher> {
  const { RE2JS } = await import("re2js");
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    throw new ToolProblem(
      `The pattern is none of RE2: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return (line) => compiled.matcher(line).find();
}
