import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import type { GitCommand } from "./git/git-command.js";
import { pathPolicy, pathProperty, ROOT_IS_DOT } from "./path-policy.js";
import { readText } from "./tool-arguments.js";
import { readTreePath } from "./tree/tree-path.js";

export function gitStatusTool(root: string, git: GitCommand): LocalOperation {
  return codingTool({
    name: "git_status",
    description: "Shows which files differ from the last commit, in git's short form.",
    properties: { path: pathProperty(ROOT_IS_DOT) },
    required: ["path"],
    policy: pathPolicy("git_read", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const path = readTreePath(readText(argumentsValue, "path"), root);
      const words = ["status", "--porcelain=v1", "--untracked-files=all"];
      const scope = ["--ignore-submodules=dirty", "--", path.text];
      const said = await git.ask([...words, ...scope], signal);
      return { text: said === "" ? "Nothing differs from the last commit." : said.trimEnd() };
    },
  });
}
