import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Contender } from "../measure/contest.js";

const execute = promisify(execFile);

/** The workspace, seen from this package's own dist folder. */
export const WORKSPACE = fileURLToPath(new URL("../../../", import.meta.url));

/** Names of packages are looked up from here. */
export const HOME = fileURLToPath(new URL("../", import.meta.url));

/** A Node process from its start to its end. One that fails is a fault of the bench or of the product. */
export function nodeProcess(
  name: string,
  nodeArguments: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Contender {
  return {
    name,
    run: () => execute(process.execPath, nodeArguments, { cwd: HOME, env: environment }),
  };
}

/** The same for the text of a module. */
export function moduleProcess(name: string, text: string): Contender {
  return nodeProcess(name, ["--input-type=module", "-e", text]);
}
