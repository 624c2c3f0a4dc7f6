import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import { pathPolicy, pathProperty, ROOT_IS_DOT } from "./path-policy.js";
import { globMatcher, regexMatcher, textMatcher } from "./search/line-matcher.js";
import { readTexts } from "./search/read-texts.js";
import { type SearchBounds, type SearchResult, searchLines } from "./search/search-lines.js";
import { optionalText, readText } from "./tool-arguments.js";
import { count } from "./tool-bounds.js";
import { ToolProblem } from "./tool-problem.js";
import { inParent } from "./tree/file-content.js";
import { locateForReading } from "./tree/locate.js";
import { standingAt } from "./tree/open-file.js";
import { parentOf, type TreePath } from "./tree/tree-path.js";
import { type FilesOfDirectory, walkFiles } from "./tree/walk-files.js";

const BOUNDS: SearchBounds = {
  maxFiles: 20_000,
  maxMatches: 200,
  maxTextBytes: 32 * 1024,
  maxMilliseconds: 10_000,
};

/** Larger files are not read. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Longest pattern and longest glob, in characters. */
const MAX_PATTERN = 300;

/** Most files that were too large that an answer names. */
const MAX_NAMED = 3;

export function searchTool(root: string): LocalOperation {
  return codingTool({
    name: "search",
    description: `Finds lines in text files: "path:line: text", at most ${BOUNDS.maxMatches} of them. Binary files, files over ${MAX_FILE_BYTES} bytes and what is in node_modules and the like are left out.`,
    properties: {
      pattern: { type: "string", minLength: 1, maxLength: MAX_PATTERN },
      kind: {
        enum: ["text", "regex"],
        description:
          'How to read the pattern: "text" as it stands, which is meant if absent, "regex" as RE2 syntax.',
      },
      path: pathProperty(`Directory or file to search. ${ROOT_IS_DOT}`),
      include: {
        type: "string",
        minLength: 1,
        maxLength: MAX_PATTERN,
        description: 'Only files that fit this glob: "*.ts", "src/**/*.{js,ts}".',
      },
    },
    required: ["pattern", "path"],
    policy: pathPolicy("search", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const pattern = readText(argumentsValue, "pattern");
      const glob = optionalText(argumentsValue, "include");
      if (pattern.length > MAX_PATTERN || (glob ?? "").length > MAX_PATTERN) {
        throw new ToolProblem(
          `\`pattern\` and \`include\` have at most ${MAX_PATTERN} characters.`,
        );
      }
      const isRegex = optionalText(argumentsValue, "kind") === "regex";
      const find = isRegex ? await regexMatcher(pattern) : textMatcher(pattern);
      const path = await locateForReading(root, readText(argumentsValue, "path"));
      const isIncluded = glob === null ? () => true : await globMatcher(glob);
      const walk = await filesAt(root, path);
      const files = readTexts(root, walk, isIncluded, MAX_FILE_BYTES);
      return { text: tell(await searchLines(files, find, BOUNDS, signal)) };
    },
  });
}

async function filesAt(root: string, path: TreePath): Promise<AsyncIterable<FilesOfDirectory>> {
  if (path.segments.length === 0) return walkFiles(root, path);
  const { kind } = await inParent(root, path, { kind: "nothing" }, (directory, name) =>
    standingAt(directory, name, path.text),
  );
  return kind === "file" ? only(path) : walkFiles(root, path);
}

async function* only(path: TreePath): AsyncGenerator<FilesOfDirectory> {
  yield { directory: parentOf(path), files: [path] };
}

function tell({ matches, searched, tooLarge, stopped }: SearchResult): string {
  const notes: string[] = [];
  if (stopped === "matches") notes.push("there are more matches: be more exact, or name a path");
  if (stopped === "files") notes.push(`only ${searched} files were searched: name a path`);
  if (stopped === "time") notes.push(`out of time after ${count(searched, "file")}: name a path`);
  if (tooLarge.length > 0) {
    const named = tooLarge.slice(0, MAX_NAMED).join(", ");
    const more = tooLarge.length > MAX_NAMED ? ", …" : "";
    notes.push(`too large to be searched: ${count(tooLarge.length, "file")} (${named}${more})`);
  }
  const head =
    matches.length === 0
      ? `No match in ${count(searched, "file")}.`
      : `${count(matches.length, "match", "matches")} in ${count(searched, "file")}:`;
  return [head, ...matches, ...notes.map((note) => `[… ${note}]`)].join("\n");
}
