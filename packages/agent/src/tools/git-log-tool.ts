import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import type { GitCommand } from "./git/git-command.js";
import { REVISION_SCHEMA_BOUNDS, readRevision } from "./git/read-revision.js";
import { pathPolicy, pathProperty, ROOT_IS_DOT } from "./path-policy.js";
import { optionalInteger, optionalText, readText } from "./tool-arguments.js";
import { readTreePath } from "./tree/tree-path.js";

const DEFAULT_COUNT = 20;
const MAX_COUNT = 200;

export function gitLogTool(root: string, git: GitCommand): LocalOperation {
  return codingTool({
    name: "git_log",
    description: `Shows the newest commits that touched a path, a line each: digest, date, author, subject. At most ${MAX_COUNT}.`,
    properties: {
      path: pathProperty(ROOT_IS_DOT),
      count: {
        type: "integer",
        minimum: 1,
        maximum: MAX_COUNT,
        description: `${DEFAULT_COUNT} if absent.`,
      },
      from: { ...REVISION_SCHEMA_BOUNDS, description: "Where to begin; HEAD if absent." },
    },
    required: ["path"],
    policy: pathPolicy("git_read", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const path = readTreePath(readText(argumentsValue, "path"), root);
      const count = optionalInteger(argumentsValue, "count", { least: 1, most: MAX_COUNT });
      const from = readRevision(optionalText(argumentsValue, "from") ?? "HEAD");
      const form = ["--no-color", "--no-show-signature", "--format=%h %as %an: %s"];
      const words = ["log", ...form, `--max-count=${count ?? DEFAULT_COUNT}`, from];
      const said = await git.ask([...words, "--", path.text], signal);
      return { text: said === "" ? "No commit touched it." : said.trimEnd() };
    },
  });
}
