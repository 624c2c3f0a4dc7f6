import { fileURLToPath } from "node:url";
import { packInto } from "../packaging/pack.mjs";
import { ensureBuild } from "./build.mjs";
import { check } from "./check.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { testOnOtherNodes } from "./other-nodes.mjs";
import { run, runNode } from "./processes.mjs";
import { VITEST } from "./tools.mjs";

/** What `npm run NAME` does, with its further arguments; each resolves to an exit code. */
export const commands = {
  async setup() {
    await ensureDependencies();
    return 0;
  },

  async build() {
    await ensureDependencies();
    await ensureBuild();
    return 0;
  },

  /** Every package as a release would publish it, in a folder: `npm pack` alone would leave `catalog:` in the manifests. */
  async pack([folder = "tarballs"]) {
    await ensureDependencies();
    await ensureBuild();
    await packInto(folder);
    return 0;
  },

  async demo(args) {
    await ensureDependencies();
    await ensureBuild();
    return runNode(["apps/cli/dist/main.js", "demo", ...args]);
  },

  async test(args) {
    await ensureDependencies();
    await ensureBuild();
    return runNode([VITEST, "run", ...args]);
  },

  /** The tests of the journal and of the agent's crashes, with every crash, cut and fault that they can think of, instead of some. */
  async "proof:journal"(args) {
    await ensureDependencies();
    await ensureBuild();
    process.env.PERSPT_PROOF = "whole";
    return runNode([
      VITEST,
      "run",
      "packages/journal",
      "packages/host/test/crash-table",
      "packages/agent/test/crash",
      ...args,
    ]);
  },

  /** The client under hostile servers, in large numbers and by seed; exits with 1 when a bound is broken. */
  async "proof:servers"(args) {
    await ensureDependencies();
    await ensureBuild();
    const drawn = await runNode(["tooling/proof/dist/main.js", ...args]);
    if (args.length > 0 || drawn !== 0) return drawn;
    process.env.PERSPT_PROOF = "whole";
    return runNode([VITEST, "run", "packages/transport/test/leaks.test.ts"]);
  },

  /** Changes the kernel and the policy in every small way; exits with 1 when their tests notice too few of the changes. */
  async mutation(args) {
    await ensureDependencies();
    process.env.PERSPT_PROOF = "mutation";
    return runNode(["tooling/mutation/main.mjs", ...args]);
  },

  /** Makes the README's picture of the chat anew, from a real conversation in tmux. */
  async picture(args) {
    await ensureDependencies();
    await ensureBuild();
    process.env.PERSPT_PICTURE = fileURLToPath(new URL("../../docs/chat.svg", import.meta.url));
    return runNode([VITEST, "run", "apps/cli/tests/chat-conversation.test.ts", ...args]);
  },

  async "test:nodes"(args) {
    await ensureDependencies();
    await ensureBuild();
    return testOnOtherNodes(args);
  },

  async bench(args) {
    await ensureDependencies();
    await ensureBuild();
    return runNode(["tooling/bench/dist/main.js", ...args]);
  },

  async check(args) {
    await ensureDependencies();
    return check(args);
  },

  async format(args) {
    await ensureDependencies();
    return run("biome", ["check", "--write", ...(args.length > 0 ? args : ["."])]);
  },
};
