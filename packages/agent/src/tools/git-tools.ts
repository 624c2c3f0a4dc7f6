import type { LocalOperation } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import { createGit } from "../git/run-git.js";
import { codingTool, completedTool, numberOf, ToolProblem } from "./coding-tool.js";
import { READS_REPOSITORY } from "./policies.js";

const MAX_CHARACTERS = 24_000;

/** `local.git_status`, `local.git_diff`, `local.git_log`: what the repository says, and nothing that it could start. */
export function gitTools(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly LocalOperation[] {
  const git = createGit(environment);
  const tool = (
    name: string,
    description: string,
    properties: JsonObject,
    words: (argumentsValue: JsonObject) => readonly string[],
  ): LocalOperation =>
    codingTool({
      name,
      description,
      properties,
      required: [],
      policy: READS_REPOSITORY,
      async execute(argumentsValue, { signal }) {
        const result = await git(root, words(argumentsValue), signal);
        if (result.kind === "failed") throw new ToolProblem(result.message);
        const text = result.output.trimEnd();
        if (text === "") return completedTool("(nothing)");
        const isWhole = text.length <= MAX_CHARACTERS;
        return completedTool(isWhole ? text : `${text.slice(0, MAX_CHARACTERS)}\n[… cut]`);
      },
    });
  return [
    tool("git_status", "The files that differ from the last commit.", {}, () => [
      "status",
      "--porcelain=v1",
      "--untracked-files=all",
    ]),
    tool("git_diff", "What differs from the last commit, as a unified diff.", {}, () => [
      "diff",
      "--no-ext-diff",
      "--no-textconv",
      "--no-color",
      "HEAD",
    ]),
    tool(
      "git_log",
      "The newest commits, a line each.",
      { count: { type: "integer", minimum: 1, maximum: 200 } },
      (argumentsValue) => [
        "log",
        "--no-color",
        "--no-show-signature",
        "--format=%h %as %an: %s",
        `--max-count=${numberOf(argumentsValue, "count", 20)}`,
      ],
    ),
  ];
}
