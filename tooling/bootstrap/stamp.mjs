import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./workspace.mjs";

// Inside node_modules: whoever removes that folder removes the stamps too, and everything is redone.
const stampFile = (name) => join(root, "node_modules/.perspt", name);

export function stampMatches(name, fingerprint) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, "utf8") === fingerprint;
}

export function writeStamp(name, fingerprint) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), fingerprint);
}

export function removeStamp(name) {
  rmSync(stampFile(name), { force: true });
}

/**
 * One digest over the names and contents of files and folders, and any further facts.
 * @param {{ paths: string[], facts?: unknown[], isRelevant?: (file: string) => boolean }} options
 */
export function fingerprintOf({ paths, facts = [], isRelevant = () => true }) {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const file of paths.flatMap(filesUnder).filter(isRelevant)) {
    const content = readFileSync(join(root, file));
    hash.update(`\n${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** A file stands for itself, a folder for every file below it, an absent path for nothing. */
function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
