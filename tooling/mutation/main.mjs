import { Stryker } from "@stryker-mutator/core";
import { startVitest } from "vitest/node";

const NAMES = ["kernel", "policy"];

/** Sets the exit code when a test fails or too few branches are taken. */
async function cover(name) {
  const config = `tooling/mutation/${name}.vitest.mjs`;
  const vitest = await startVitest("test", [], { config, run: true, coverage: { enabled: true } });
  await vitest.close();
}

/** Sets the exit code when too few changes are noticed. */
async function mutate(name) {
  await new Stryker({ configFile: `tooling/mutation/${name}.stryker.mjs` }).runMutationTest();
}

const [name, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (name !== undefined && !NAMES.includes(name))) {
  console.error(`Expected one of ${NAMES.join(", ")}, or nothing for both.`);
  process.exitCode = 2;
} else {
  const names = name === undefined ? NAMES : [name];
  for (const each of names) await cover(each);
  // Each has its own score; a high one does not make up for a low one.
  if (process.exitCode === undefined) for (const each of names) await mutate(each);
}
