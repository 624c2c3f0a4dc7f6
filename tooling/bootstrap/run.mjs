// `npm test`, `npm run check`, `npm run demo` and their like start here, on a machine that has
// nothing but Node and npm: dependencies are installed and the build is made when they are not fresh.
// This file and node-version.mjs must parse on an old Node, so that it can say that it is too old.
import { requireSupportedNode } from "./node-version.mjs";

requireSupportedNode();

const { commands } = await import("./commands.mjs");
const { Failure } = await import("./failure.mjs");

const [name, ...args] = process.argv.slice(2);

try {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
  if (command === undefined) {
    throw new Failure(
      `Expected one of ${Object.keys(commands).join(", ")}; got ${name ?? "nothing"}. ` +
        "Run `npm run` for the list.",
    );
  }
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
