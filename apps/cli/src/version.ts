import { readFileSync } from "node:fs";

/**
 * The program's version, from its own package.json: one folder above this file, as source and as built. Throws when that file is not the
 * program's.
 */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) {
    throw new TypeError("package.json names no version");
  }
  return String(manifest.version);
}
