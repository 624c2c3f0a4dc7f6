import type { ConfigProblem } from "../config-problem.js";
import { parseConfig } from "../parse-config.js";
import { serverTable } from "./add-server.js";
import type { NewServer } from "./new-server.js";

/**
 * What keeps a server from being written: everything that would not load, and a secret that its command or address holds, which would
 * load. Their `file` and places are of no file; `key` and the phrases tell. Empty for a server that may be added.
 */
export function checkNewServer(server: NewServer): readonly ConfigProblem[] {
  const reading = parseConfig(serverTable(server), "");
  return reading.kind === "invalid"
    ? reading.problems
    : reading.warnings.filter(({ code }) => code === "secret_in_file");
}
