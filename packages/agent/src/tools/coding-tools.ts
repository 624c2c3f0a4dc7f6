import type { LocalOperation } from "@perspt/host";
import type { RunCommand } from "../process/run-command.js";
import type { ChangeNotes } from "./change-notes.js";
import { deleteTool } from "./delete-tool.js";
import { gitTools } from "./git-tools.js";
import { listTool } from "./list-tool.js";
import { moveTool } from "./move-tool.js";
import { patchTool } from "./patch-tool.js";
import { readTool } from "./read-tool.js";
import { runTool } from "./run-tool.js";
import { searchTool } from "./search-tool.js";
import { writeTool } from "./write-tool.js";

export interface CodingToolsOptions {
  /** The tree that they work in, absolute, links resolved. */
  readonly root: string;
  readonly runCommand: RunCommand;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Without a repository there are no git tools. */
  readonly isRepository: boolean;
  readonly notes: ChangeNotes;
}

/** The coding tools, each of which takes the road of a governed call. */
export function createCodingTools(options: CodingToolsOptions): readonly LocalOperation[] {
  const { root, runCommand, environment, isRepository, notes } = options;
  return [
    listTool(root),
    readTool(root),
    searchTool(root),
    writeTool(root, notes),
    patchTool(root, notes),
    moveTool(root, notes),
    deleteTool(root, notes),
    runTool(root, runCommand, environment),
    ...(isRepository ? gitTools(root, environment) : []),
  ];
}
