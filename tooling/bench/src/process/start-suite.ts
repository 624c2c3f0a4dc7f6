import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Aim, compare } from "../measure/comparison.js";
import { holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { nodeProcess, WORKSPACE } from "./node-process.js";

const PROGRAM = join(WORKSPACE, "apps/cli/dist/main.js");
const FLOOR = "node -e 0";

/** A server with two tools, as `mcp list` reads it. */
const CONFIG = `
[[external_tools]]
id = "docs"
transport = "stdio"
command = ["company-docs-mcp", "--stdio"]

[external_tools.tools.search]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "company-docs", field = "query", access = "read" }] }

[external_tools.tools.read]
effect = "data_read"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "company-docs", field = "page", access = "read" }] }
`;

/** What a person waits for before anything happens; bare Node is the floor. */
export const start: Suite = {
  name: "start",
  async run(tell) {
    const directory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
    try {
      const config = join(directory, "config.toml");
      await writeFile(config, CONFIG);
      const contest = await holdContest(
        [
          nodeProcess(FLOOR, ["-e", "0"]),
          nodeProcess("perspt --version", [PROGRAM, "--version"]),
          nodeProcess("perspt --help", [PROGRAM, "--help"]),
          nodeProcess("perspt mcp list", [PROGRAM, "mcp", "list", "--config", config]),
        ],
        { rounds: 40, warmUp: 3, work: "elsewhere" },
      );
      const against = (subject: string, aim?: Aim) =>
        tell(compare(contest, { task: "start", subject, peer: FLOOR, aim }));
      against("perspt --version", { of: "median", in: "ratio", atMost: 1.5 });
      against("perspt --help");
      against("perspt mcp list", { of: "median", in: "ratio", atMost: 2 });
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};
