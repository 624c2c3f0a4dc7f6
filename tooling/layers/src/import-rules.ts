import {
  isSdk,
  isTestEntry,
  isTestEntrySource,
  LAYERS,
  SDK_FOLDERS,
  showsTestEntries,
} from "./layers.js";
import type { Problem } from "./problem.js";
import { resolveImport, sourceFolderOf, type Target } from "./resolve.js";
import type { ImportFact } from "./source-file.js";
import type { SourceFile, Workspace, WorkspacePackage } from "./workspace.js";

interface Site {
  readonly workspace: Workspace;
  readonly owner: WorkspacePackage;
  readonly file: SourceFile;
  readonly fact: ImportFact;
}

/** Judges every single import: its direction, its door, and whether it was declared. */
export function checkImports(workspace: Workspace): Problem[] {
  return [...workspace.values()].flatMap((owner) =>
    owner.files.flatMap((file) =>
      file.imports.flatMap((fact) => checkImport({ workspace, owner, file, fact })),
    ),
  );
}

function checkImport(site: Site): Problem[] {
  const target = resolveImport(site.workspace, site.file, site.fact.specifier);
  const everywhere = checkDoor(site, target);
  // Tests may use test kits, fixtures and any layer, but the same doors as everybody else.
  if (site.file.isTest) return everywhere;
  return [...everywhere, ...checkTestEntry(site, target), ...checkDirection(site, target)];
}

/** What is made for tests stays out of everything else. */
function checkTestEntry(site: Site, target: Target): Problem[] {
  if (showsTestEntries(site.owner.layer.folder) || isTestEntrySource(site.file.path)) return [];
  const leadsThere =
    (target.kind === "workspace" && isTestEntry(target.subPath)) ||
    (target.kind === "file" && isTestEntrySource(target.path));
  return leadsThere ? [problem(site, "test-entry", "it is for tests, and this is none")] : [];
}

/** A test may reach its own package's test helpers; nobody else leaves the sources. */
function homeOf({ file, owner }: Site): string {
  return file.isTest ? `${owner.layer.folder}/` : sourceFolderOf(owner);
}

function checkDoor(site: Site, target: Target): Problem[] {
  if (target.kind === "file" && !target.path.startsWith(homeOf(site))) {
    return [problem(site, "relative-escape", "a relative import leaves its own src folder")];
  }
  if (target.kind !== "workspace") return [];
  const entries = site.workspace.get(target.name)?.entries;
  if (entries === undefined || entries.has(target.subPath)) return [];
  return [problem(site, "deep-import", `${target.name} does not export ${target.subPath}`)];
}

function checkDirection(site: Site, target: Target): Problem[] {
  switch (target.kind) {
    case "file":
      return [];
    case "node":
      return site.owner.layer.node
        ? []
        : [problem(site, "node-builtin", `${site.owner.name} imports nothing of Node`)];
    case "workspace":
      return checkWorkspaceImport(site, target.name);
    case "external":
      return checkExternalImport(site, target.name);
  }
}

function checkWorkspaceImport(site: Site, name: string): Problem[] {
  const { owner } = site;
  const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
  if (layer === undefined) {
    return [problem(site, "unlisted-import", `${name} is not in the layer table`)];
  }
  if (layer.level >= owner.layer.level) {
    const levels = `layer ${owner.layer.level} imports layer ${layer.level}`;
    return [problem(site, "upward-import", `${levels}: imports go strictly down`)];
  }
  return checkListed(site, name, owner.layer.workspace);
}

function checkExternalImport(site: Site, name: string): Problem[] {
  const { file, owner } = site;
  if (isSdk(name) && !SDK_FOLDERS.some((folder) => file.path.startsWith(`${folder}/`))) {
    return [problem(site, "sdk-outside", `the MCP SDK stays in ${SDK_FOLDERS.join(", ")}`)];
  }
  return checkListed(site, name, owner.layer.external);
}

/** The table must give it, and package.json must bring it. */
function checkListed(site: Site, name: string, listed: readonly string[]): Problem[] {
  if (!listed.includes(name)) {
    return [problem(site, "unlisted-import", `the layer table does not give ${name} to it`)];
  }
  if (!site.owner.declared.has(name)) {
    return [problem(site, "undeclared-import", `${name} is not in its package.json`)];
  }
  return [];
}

function problem({ file, fact }: Site, rule: Problem["rule"], reason: string): Problem {
  return { rule, where: `${file.path}:${fact.line}`, text: `"${fact.specifier}": ${reason}` };
}
