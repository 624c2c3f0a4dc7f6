import type { LocalOperation } from "@perspt/host";
import type { RunCommand } from "../process/run-command.js";
import type { ChangeNotes } from "./change-notes.js";
import { deleteTool } from "./delete-tool.js";
import { GitCommand } from "./git/git-command.js";
import { gitDiffTool } from "./git-diff-tool.js";
import { gitLogTool } from "./git-log-tool.js";
import { gitStatusTool } from "./git-status-tool.js";
import { listTool } from "./list-tool.js";
import { moveTool } from "./move-tool.js";
import { patchTool } from "./patch-tool.js";
import { readTool } from "./read-tool.js";
import { runTool } from "./run-tool.js";
import { searchTool } from "./search-tool.js";
import { writeTool } from "./write-tool.js";

export interface CodingToolsOptions {
  /** Absolute real path of the tree that the tools work in; nothing outside of it is read or written. */
  readonly root: string;
  readonly runCommand: RunCommand;
  /** Where commands find what they are given of it (`commandEnvironment`). */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether git knows the tree: only then are there git tools. */
  readonly isRepository: boolean;
  /** Told of each change before it is made. */
  readonly notes: ChangeNotes;
}

/** The agent's coding tools, each an operation that takes the road of every governed call. */
export function createCodingTools(options: CodingToolsOptions): readonly LocalOperation[] {
  const { root, notes } = options;
  return [
    listTool(root),
    readTool(root),
    searchTool(root),
    writeTool(root, notes),
    patchTool(root, notes),
    moveTool(root, notes),
    deleteTool(root, notes),
    runTool(options),
    ...(options.isRepository ? gitTools(options) : []),
  ];
}

function gitTools(options: CodingToolsOptions): readonly LocalOperation[] {
  const git = new GitCommand(options);
  return [
    gitStatusTool(options.root, git),
    gitDiffTool(options.root, git),
    gitLogTool(options.root, git),
  ];
}
