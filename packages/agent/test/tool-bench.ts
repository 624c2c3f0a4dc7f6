import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LocalOperation } from "@perspt/host";
import { isJsonObject, type JsonObject } from "@perspt/json";
import type { CallOutcome } from "@perspt/mcp-client";
import { onTestFinished } from "vitest";
import { runCommand } from "../src/process/run-command.js";
import type { FileChange } from "../src/tools/change-notes.js";
import { createCodingTools } from "../src/tools/coding-tools.js";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A tree that is gone when the test is over, beside a directory that is not the tools' business. */
export interface ToolBench {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly outside: string;
  readonly tools: readonly LocalOperation[];
  /** What was noted, in its order. */
  readonly noted: readonly FileChange[];
  /** Runs before each change, once it is noted. */
  onNote: () => void;
  call(name: string, argumentsValue: JsonObject, signal?: AbortSignal): Promise<ToolReply>;
  /** The text of a file of the tree; null where there is none. */
  readonly read: (path: string) => string | null;
  /** Every name in the tree. */
  names(): readonly string[];
}

export interface ToolReply {
  readonly kind: CallOutcome["kind"];
  readonly text: string;
  readonly structured: JsonObject | null;
}

export function toolBench(
  files: Files = {},
  over: { readonly isRepository?: boolean; readonly environment?: NodeJS.ProcessEnv } = {},
): ToolBench {
  const { isRepository = false, environment = process.env } = over;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "perspt-tools-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [join(base, "tree"), join(base, "outside")];
  for (const folder of [root, outside]) mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const noted: FileChange[] = [];
  const tools = createCodingTools({
    root,
    runCommand,
    environment,
    isRepository,
    notes: {
      async note(_, change) {
        noted.push(change);
        bench.onNote();
      },
    },
  });
  const bench: ToolBench = {
    root,
    outside,
    tools,
    noted,
    onNote: () => {},
    async call(name, argumentsValue, signal = new AbortController().signal) {
      const tool = tools.find(({ definition }) => definition.operation === `local.${name}`);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return replyOf(await tool.execute(argumentsValue, { call: "s/1", signal }));
    },
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null),
    names: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .toSorted(),
  };
  return bench;
}

export function replyOf(outcome: CallOutcome): ToolReply {
  if (!("result" in outcome)) {
    return { kind: outcome.kind, text: outcome.error.message, structured: null };
  }
  const { content, structuredContent } = outcome.result;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const [block] = blocks;
  if (!isJsonObject(block) || typeof block["text"] !== "string") throw new Error("no text");
  const structured = isJsonObject(structuredContent) ? structuredContent : null;
  return { kind: outcome.kind, text: block["text"], structured };
}

/** Whether a file still changes: what writes to it is alive. */
export async function isBeating(file: string): Promise<boolean> {
  const before = readFileSync(file, "utf8");
  await new Promise((resolve) => setTimeout(resolve, 300));
  return readFileSync(file, "utf8") !== before;
}

/** Waits until a file is there. */
export async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
}
