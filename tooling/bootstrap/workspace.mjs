import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders of all workspace packages, relative to the root; the globs of pnpm-workspace.yaml. */
export function workspaceFolders() {
  return [...packageFolders(["packages", "apps", "tooling"]), "examples"];
}

/** The packages below some of the workspace's folders. */
export function packageFolders(parents) {
  return parents
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .sort();
}

export function readManifest(folder = ".") {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
