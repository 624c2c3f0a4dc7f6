import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { LAYERS, type Layer } from "./layers.js";
import { readSourceFacts, type SourceFacts } from "./source-file.js";

export interface SourceFile extends SourceFacts {
  /** Relative to the workspace root, with forward slashes. */
  readonly path: string;
  readonly isTest: boolean;
}

export interface WorkspacePackage {
  readonly name: string;
  readonly layer: Layer;
  readonly files: readonly SourceFile[];
  /** Sub-paths that its `exports` offer, each with its source file: `.` is the main entry. */
  readonly entries: ReadonlyMap<string, string>;
  readonly declared: ReadonlySet<string>;
}

export type Workspace = ReadonlyMap<string, WorkspacePackage>;

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Reads every package of the layer table that stands under `root`. */
export function readWorkspace(root: string): Workspace {
  const present = Object.entries(LAYERS).filter(([, layer]) =>
    existsSync(join(root, layer.folder, "package.json")),
  );
  return new Map(present.map(([name, layer]) => [name, readPackage(root, name, layer)]));
}

/** Folders of `packages` and `apps`, to find one that the table does not know. */
export function publicFolders(root: string): string[] {
  return ["packages", "apps"]
    .filter((parent) => existsSync(join(root, parent)))
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")));
}

function readPackage(root: string, name: string, layer: Layer): WorkspacePackage {
  const folder = join(root, layer.folder);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  // An app bundles everything, so all that it needs is a development dependency.
  const bundled = layer.folder.startsWith("apps/") ? manifest.devDependencies : {};
  return {
    name,
    layer,
    files: typeScriptFiles(join(folder, "src")).map((file) => readFile(root, file)),
    entries: sourceEntries(layer.folder, manifest),
    declared: new Set(Object.keys({ ...manifest.dependencies, ...bundled })),
  };
}

function sourceEntries(folder: string, { exports = {} }: Manifest): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [subPath, target] of Object.entries(exports)) {
    const source = typeof target === "string" ? undefined : target["perspt:source"];
    if (source !== undefined) entries.set(subPath, join(folder, source).replaceAll("\\", "/"));
  }
  return entries;
}

function readFile(root: string, file: string): SourceFile {
  const path = relative(root, file).replaceAll("\\", "/");
  return {
    path,
    isTest: path.endsWith(".test.ts"),
    ...readSourceFacts(path, readFileSync(file, "utf8")),
  };
}

function typeScriptFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort();
}
