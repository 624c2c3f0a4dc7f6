import { fileURLToPath } from "node:url";
import { type RunningFixture, startProgram } from "@perspt/fixture-servers";

/** Absolute path of a fixture program. This file lies two folders below `tooling`, bundled or not. */
export function serverProgram(name: string): string {
  return fileURLToPath(new URL(`../../fixture-servers/src/servers/${name}.mjs`, import.meta.url));
}

/** A fixture program that listens on a port of its own. */
export function startServer(name: string, words: readonly string[] = []): Promise<RunningFixture> {
  return startProgram(serverProgram(name), words);
}
