import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type RunOptions, type RunResult, runProgram } from "./run-program.js";

// Each test starts programs, which are slow on a machine that is busy.
vi.setConfig({ testTimeout: 90_000 });

/** A person's machine for one test: a home, a configuration, a state directory, and nothing of the real ones. */
export interface Workplace {
  readonly directory: string;
  readonly configFile: string;
  readonly stateDirectory: string;
  /** An absolute path inside. */
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => string;
  /** Writes the configuration. */
  readonly configure: (...tables: readonly string[]) => void;
  /** The environment that its programs see. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs the built program here. */
  readonly perspt: (words: readonly string[], options?: RunOptions) => Promise<RunResult>;
}

/** Made anew, and removed when the test ends. */
export function workplace(): Workplace {
  const directory = mkdtempSync(join(tmpdir(), "perspt-cli-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = (name: string) => join(directory, name);
  const write = (name: string, text: string) => {
    mkdirSync(join(path(name), ".."), { recursive: true });
    writeFileSync(path(name), text);
    return path(name);
  };
  for (const folder of ["home", "work"]) mkdirSync(path(folder));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: path("home"),
    XDG_CONFIG_HOME: path("xdg-config"),
    XDG_STATE_HOME: path("xdg-state"),
    PERSPT_STATE_DIR: path("state"),
    LANG: "C.UTF-8",
  };
  return {
    directory,
    configFile: path("xdg-config/perspt/config.toml"),
    stateDirectory: path("state"),
    path,
    write,
    configure: (...tables) => {
      write("xdg-config/perspt/config.toml", `${tables.join("\n\n")}\n`);
    },
    environment,
    perspt: (words, options = {}) =>
      runProgram(words, {
        ...options,
        cwd: options.cwd ?? path("work"),
        environment: { ...environment, ...options.environment },
      }),
  };
}
