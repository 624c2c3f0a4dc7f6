import { mkdtempSync, rmSync } from "node:fs";
import { join, parse } from "node:path";
import { build } from "tsup";

export interface BundledProgram {
  /** A file that Node runs as it is. */
  readonly file: string;
  remove(): void;
}

/**
 * A program in TypeScript as one file, with what it uses of the workspace's sources. It lies within the package's `node_modules`, so that
 * what is others' is found as the package would find it.
 */
export async function bundleProgram(
  source: string,
  packageFolder: string,
): Promise<BundledProgram> {
  const folder = mkdtempSync(join(packageFolder, "node_modules", ".program-"));
  await build({
    config: false,
    entry: [source],
    outDir: folder,
    format: "esm",
    platform: "node",
    target: "node20",
    outExtension: () => ({ js: ".mjs" }),
    skipNodeModulesBundle: true,
    noExternal: [/^@perspt\//],
    splitting: false,
    clean: false,
    dts: false,
    silent: true,
    esbuildOptions: (options) => {
      options.conditions = ["perspt:source"];
    },
  });
  return {
    file: join(folder, `${parse(source).name}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
