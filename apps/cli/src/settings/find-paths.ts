import { type ConfigPaths, configPaths } from "@perspt/config";
import type { GlobalOptions } from "../command-line/invocation.js";
import type { Machine } from "../machine/machine.js";

/** Where this run's configuration and state are. Looks at no disk. */
export function findPaths(machine: Machine, globals: GlobalOptions): ConfigPaths {
  return configPaths({
    configFlag: globals.config,
    environment: machine.environment,
    home: machine.home,
    workingDirectory: machine.workingDirectory,
    platform: machine.platform,
  });
}
