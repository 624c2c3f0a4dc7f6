import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./harness.js";

const ENTRY = fileURLToPath(new URL("../src/index.ts", import.meta.url));

interface Esbuild {
  build(options: Record<string, unknown>): Promise<unknown>;
}

/** The bundler comes with tsup, which the workspace builds with. */
function esbuild(): Esbuild {
  const fromHere = createRequire(import.meta.url);
  return createRequire(fromHere.resolve("tsup"))("esbuild") as Esbuild;
}

/** Runs a script that may import `transport` in a Node process of its own: for what only the end of a process shows. */
export async function startHost(
  script: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ChildProcess> {
  const outfile = join(temporaryFolder(), "host.mjs");
  const contents = `import * as transport from ${JSON.stringify(ENTRY)};\n${script}`;
  await esbuild().build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["perspt:source"],
    logLevel: "silent",
  });
  return spawn(process.execPath, [outfile], {
    stdio: ["ignore", "pipe", "pipe"],
    env: environment,
  });
}

/** How a host ended, and what it printed. */
export async function endOf(
  host: ChildProcess,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const output: string[] = [];
  host.stdout?.on("data", (part) => output.push(String(part)));
  host.stderr?.on("data", (part) => output.push(String(part)));
  const code = await new Promise<number | null>((resolve) => host.once("close", resolve));
  return { code, output: output.join("") };
}
