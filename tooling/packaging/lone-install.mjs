import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture } from "../bootstrap/processes.mjs";
import { readManifest } from "../bootstrap/workspace.mjs";

/** The program's tarball must install by itself, with nothing but the terminal library from the registry, and run. */
export async function checkLoneInstall(tarball) {
  const folder = mkdtempSync(join(tmpdir(), "perspt-install-"));
  try {
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder];
    const install = await capture("npm", ["install", "--global", ...flags, tarball]);
    if (install.code !== 0) return [`does not install alone:\n${install.output.trimEnd()}`];

    const program = join(folder, process.platform === "win32" ? "perspt.cmd" : "bin/perspt");
    const { code, output } = await capture(program, ["--version"]);
    const expected = readManifest("apps/cli").version;
    if (code === 0 && output.trim() === expected) return [];
    return [
      `perspt --version: expected ${expected}; got exit code ${code} and:\n${output.trimEnd()}`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
