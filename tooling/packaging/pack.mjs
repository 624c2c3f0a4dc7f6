import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../bootstrap/failure.mjs";
import { capture } from "../bootstrap/processes.mjs";

/** Packs every library and app as a release would, and hands the tarballs to `use`. */
export async function withTarballs(use) {
  const folder = mkdtempSync(join(tmpdir(), "perspt-pack-"));
  try {
    await pack(folder);
    return await use(readTarballs(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves the tarballs in a folder, and says how the program is installed from there. */
export async function packInto(folder) {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true });
  await pack(target);
  const program = readdirSync(target).find((name) => /^perspt-\d.*\.tgz$/.test(name));
  if (program === undefined) throw new Failure(`pnpm pack left no program in ${target}`);
  console.log(`Packed into ${target}. Installed for every shell by`);
  console.log(`  npm install --global ${join(target, program)}`);
}

/** By pnpm only: npm would leave `workspace:` and `catalog:` in the manifests. */
async function pack(folder) {
  const filters = ["--filter", "./packages/*", "--filter", "./apps/*"];
  const { code, output } = await capture("pnpm", [
    "--recursive",
    ...filters,
    "pack",
    "--pack-destination",
    folder,
  ]);
  if (code !== 0)
    throw new Failure(`${output.trimEnd()}\n\npnpm pack ended with exit code ${code}`);
}

function readTarballs(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ file: join(folder, name), bytes: readFileSync(join(folder, name)) }));
}
