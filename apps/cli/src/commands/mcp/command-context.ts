import type { ConfigPaths } from "@perspt/config";
import type { GlobalOptions } from "../../command-line/invocation.js";
import type { Composition } from "../../composition.js";
import type { Machine } from "../../machine/machine.js";

/** What the commands that reach servers are given. */
export interface McpContext {
  readonly machine: Machine;
  readonly paths: ConfigPaths;
  readonly globals: GlobalOptions;
  /** Opens hosts; the only holder of authority. */
  readonly composition: Composition;
}
