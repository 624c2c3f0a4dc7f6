import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import type { GitCommand } from "./git/git-command.js";
import { REVISION_SCHEMA_BOUNDS, readRevision } from "./git/read-revision.js";
import { pathPolicy, pathProperty, ROOT_IS_DOT } from "./path-policy.js";
import { optionalText, readText } from "./tool-arguments.js";
import { readTreePath } from "./tree/tree-path.js";

/** The forms that settings could change are said in full: the answer can be given to `patch`. */
const FORM = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--ignore-submodules=dirty",
];

export function gitDiffTool(root: string, git: GitCommand): LocalOperation {
  return codingTool({
    name: "git_diff",
    description:
      "Shows a unified diff from one revision to another, or to the files as they are now. Files that git does not know yet are in git_status only.",
    properties: {
      path: pathProperty(ROOT_IS_DOT),
      from: { ...REVISION_SCHEMA_BOUNDS, description: "HEAD if absent." },
      to: { ...REVISION_SCHEMA_BOUNDS, description: "The files as they are now if absent." },
    },
    required: ["path"],
    policy: pathPolicy("git_read", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const path = readTreePath(readText(argumentsValue, "path"), root);
      const from = readRevision(optionalText(argumentsValue, "from") ?? "HEAD");
      const to = optionalText(argumentsValue, "to");
      const revisions = to === null ? [from] : [from, readRevision(to)];
      const said = await git.ask(["diff", ...FORM, ...revisions, "--", path.text], signal);
      return { text: said === "" ? "Nothing differs." : said };
    },
  });
}
