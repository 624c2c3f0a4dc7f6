import { posix, win32 } from "node:path";
import { type Environment, lookUp } from "./environment.js";

export interface PathInputs {
  /** What `--config` says; null without it. */
  readonly configFlag: string | null;
  readonly environment: Environment;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** What relative paths in `--config` and in the variables of Perspt start from, absolute. */
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
}

/** Where a path came from: the flag, a variable's name, or nothing of them. */
export type PathOrigin =
  | "--config"
  | "PERSPT_CONFIG"
  | "PERSPT_STATE_DIR"
  | "PERSPT_CANDIDATE_DIR"
  | "XDG_CONFIG_HOME"
  | "XDG_STATE_HOME"
  | "XDG_CACHE_HOME"
  | "APPDATA"
  | "LOCALAPPDATA"
  | "default";

export interface ConfigPaths {
  /** The one configuration file, absolute; it may not exist. */
  readonly configFile: string;
  readonly configOrigin: PathOrigin;
  /** The directory of journals and history, absolute; it may not exist. */
  readonly stateDirectory: string;
  readonly stateOrigin: PathOrigin;
  /** The directory of the agent's candidates, absolute; outside of the state, which no call may touch. It may not exist. */
  readonly candidateDirectory: string;
  readonly candidateOrigin: PathOrigin;
}

/**
 * Where configuration and state are: `--config`, else `PERSPT_CONFIG`, else the user's own directory; nothing is merged, and no file of
 * the working directory is ever found by itself (T04). Pure: nothing is looked up on disk. Empty variables count as unset, and relative
 * XDG variables too, as their specification demands.
 */
export function configPaths(inputs: PathInputs): ConfigPaths {
  const [configFile, configOrigin] = findConfigFile(inputs);
  const [stateDirectory, stateOrigin] = findStateDirectory(inputs);
  const [candidateDirectory, candidateOrigin] = findCandidateDirectory(inputs);
  return {
    configFile,
    configOrigin,
    stateDirectory,
    stateOrigin,
    candidateDirectory,
    candidateOrigin,
  };
}

type Finding = readonly [path: string, origin: PathOrigin];

function findConfigFile(inputs: PathInputs): Finding {
  const path = pathFor(inputs);
  const { configFlag, workingDirectory, home } = inputs;
  if (configFlag !== null) return [path.resolve(workingDirectory, configFlag), "--config"];
  const named = variable(inputs, "PERSPT_CONFIG");
  if (named !== null) return [path.resolve(workingDirectory, named), "PERSPT_CONFIG"];
  const [directory, origin] =
    userDirectory(inputs, "XDG_CONFIG_HOME", "APPDATA") ??
    ([path.join(home, ...fallbackFor(inputs, "config")), "default"] as const);
  return [path.join(directory, "perspt", "config.toml"), origin];
}

function findStateDirectory(inputs: PathInputs): Finding {
  const path = pathFor(inputs);
  const named = variable(inputs, "PERSPT_STATE_DIR");
  if (named !== null) return [path.resolve(inputs.workingDirectory, named), "PERSPT_STATE_DIR"];
  const [directory, origin] =
    userDirectory(inputs, "XDG_STATE_HOME", "LOCALAPPDATA") ??
    ([path.join(inputs.home, ...fallbackFor(inputs, "state")), "default"] as const);
  return [path.join(directory, "perspt"), origin];
}

function findCandidateDirectory(inputs: PathInputs): Finding {
  const path = pathFor(inputs);
  const named = variable(inputs, "PERSPT_CANDIDATE_DIR");
  if (named !== null) return [path.resolve(inputs.workingDirectory, named), "PERSPT_CANDIDATE_DIR"];
  const [directory, origin] =
    userDirectory(inputs, "XDG_CACHE_HOME", "LOCALAPPDATA") ??
    ([path.join(inputs.home, ...fallbackFor(inputs, "cache")), "default"] as const);
  return [path.join(directory, "perspt", "candidates"), origin];
}

/** The first of the variables that holds an absolute path; Windows' own is asked on Windows only. */
function userDirectory(
  inputs: PathInputs,
  xdg: "XDG_CONFIG_HOME" | "XDG_STATE_HOME" | "XDG_CACHE_HOME",
  windows: "APPDATA" | "LOCALAPPDATA",
): Finding | null {
  const names = inputs.platform === "win32" ? [xdg, windows] : [xdg];
  for (const name of names) {
    const directory = variable(inputs, name);
    if (directory !== null && pathFor(inputs).isAbsolute(directory)) return [directory, name];
  }
  return null;
}

function fallbackFor(inputs: PathInputs, kind: "config" | "state" | "cache"): readonly string[] {
  const places = {
    config: { windows: ["AppData", "Roaming"], others: [".config"] },
    state: { windows: ["AppData", "Local"], others: [".local", "state"] },
    cache: { windows: ["AppData", "Local"], others: [".cache"] },
  }[kind];
  return inputs.platform === "win32" ? places.windows : places.others;
}

function variable(inputs: PathInputs, name: string): string | null {
  const value = lookUp(inputs.environment, name);
  return value === "" ? null : value;
}

function pathFor(inputs: PathInputs): typeof posix {
  return inputs.platform === "win32" ? win32 : posix;
}
