import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { compare } from "../measure/comparison.js";
import { type Contender, holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { HOME, WORKSPACE } from "./node-process.js";

const PROGRAM = join(WORKSPACE, "apps/cli/dist/main.js");
const CHAT = "perspt chat";
const BARE = "bare blessed";

/** On the first frame of both. */
const SHOWN = "rehearsal";

/** What anybody pays who draws with blessed at all. */
const BARE_SCREEN = `
const blessed = require("blessed");
const screen = blessed.screen({ smartCSR: true, fullUnicode: true });
blessed.box({ parent: screen, content: "${SHOWN}" });
screen.render();
`;

/** From the start of the process to the first frame on a terminal of 80 × 24. */
export const firstPaint: Suite = {
  name: "first-paint",
  async run(tell) {
    const directory = await mkdtemp(join(tmpdir(), "perspt-bench-"));
    try {
      await mkdir(join(directory, "perspt"));
      await writeFile(join(directory, "perspt/config.toml"), '[model]\nprovider = "rehearsal"\n');
      const environment = {
        ...process.env,
        TERM: "xterm-256color",
        XDG_CONFIG_HOME: directory,
        XDG_STATE_HOME: directory,
      };
      const contest = await holdContest(
        [
          painting(BARE, ["-e", BARE_SCREEN], environment),
          painting(CHAT, [PROGRAM, "chat"], environment),
        ],
        { rounds: 30, warmUp: 3, work: "elsewhere" },
      );
      const aim = { of: "median", in: "ratio", atMost: 2 } as const;
      tell(compare(contest, { task: "first paint", subject: CHAT, peer: BARE, aim }));
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

/** Each sample is a process of its own, which is ended once it has been timed. */
function painting(
  name: string,
  nodeArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
): Contender {
  let end = async () => {};
  return {
    name,
    run: () =>
      new Promise<void>((resolve, reject) => {
        const terminal = spawn(process.execPath, [...nodeArguments], {
          cols: 80,
          rows: 24,
          cwd: HOME,
          env: environment,
        });
        let seen = "";
        const ended = new Promise<void>((gone) => {
          terminal.onExit(() => {
            gone();
            reject(new Error(`${name} ended before it showed anything: ${seen}`));
          });
        });
        end = () => {
          terminal.kill("SIGKILL");
          return ended;
        };
        terminal.onData((text) => {
          seen += text;
          if (seen.includes(SHOWN)) resolve();
        });
      }),
    after: () => end(),
  };
}
