import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(
  new URL("../../../node_modules/typescript-7/bin/tsc", import.meta.url),
);
const project = fileURLToPath(new URL("../tsconfig.emit.json", import.meta.url));

/** Writes the declarations of every package below `folder`, from the sources as they are now: no build may be older than they. */
export function emitDeclarations(folder: string): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, "-p", project, "--outDir", folder],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`the declarations cannot be made:\n${stdout}`);
}
