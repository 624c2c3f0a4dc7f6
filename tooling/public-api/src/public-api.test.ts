import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitDeclarations } from "./emit-declarations.js";
import { readSurface } from "./read-surface.js";
import { writeReference } from "./write-reference.js";
import { writeSurface } from "./write-surface.js";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));
const reference = fileURLToPath(new URL("../../../docs/api", import.meta.url));
const names = readdirSync(packages).filter((name) =>
  existsSync(join(packages, name, "package.json")),
);

let emitted = "";

beforeAll(() => {
  emitted = mkdtempSync(join(tmpdir(), "perspt-api-"));
  emitDeclarations(emitted);
}, 60_000);

afterAll(() => {
  rmSync(emitted, { recursive: true, force: true });
});

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | { readonly "perspt:source": string }>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")) as Manifest;
}

/** Each entry with its declaration file, by what the manifest says of its sources. */
function declarationsOf(name: string): ReadonlyMap<string, string> {
  const manifest = manifestOf(name);
  return new Map(
    Object.entries(manifest.exports).flatMap(([path, target]) => {
      if (typeof target === "string") return [];
      const file = target["perspt:source"].replace(/\.ts$/, ".d.ts");
      return [[`${manifest.name}${path.slice(1)}`, join(emitted, "packages", name, file)] as const];
    }),
  );
}

test.each(names)("packages/%s promises what its api.txt says, and no more", async (name) => {
  const surface = readSurface(declarationsOf(name));
  for (const exported of surface.entries.values()) expect(exported.length).toBeGreaterThan(0);
  await expect(writeSurface(surface)).toMatchFileSnapshot(join(packages, name, "api.txt"));
});

/** What embedders and authors of providers import. */
const REFERRED = ["elicitation", "host", "mcp-client"];

test.each(REFERRED)("docs/api/%s.md is the reference of what the package exports", async (name) => {
  const { name: packageName, description } = manifestOf(name);
  const page = writeReference(packageName, description, readSurface(declarationsOf(name)));
  await expect(page).toMatchFileSnapshot(join(reference, `${name}.md`));
});

test.each(REFERRED)("each name that packages/%s exports has its words", (name) => {
  const { entries } = readSurface(declarationsOf(name));
  const silent = [...entries.values()]
    .flat()
    .filter(({ words }) => words === "")
    .map(({ name: silentName }) => silentName);
  expect(silent).toStrictEqual([]);
});
