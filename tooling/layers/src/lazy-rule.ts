import { isLoadedLazily } from "./layers.js";
import type { Problem } from "./problem.js";
import { resolveImport, type Target } from "./resolve.js";
import type { SourceFile, Workspace } from "./workspace.js";

/** Follows the run-time imports of every public entry, across packages, to the heavy ones. */
export function checkEagerLoading(workspace: Workspace): Problem[] {
  const files = new Map(
    [...workspace.values()].flatMap((owner) => owner.files).map((file) => [file.path, file]),
  );
  return [...workspace.values()].flatMap((owner) =>
    [...owner.entries.values()].flatMap((entry) => heavyImportsFrom(workspace, files, entry)),
  );
}

function heavyImportsFrom(
  workspace: Workspace,
  files: ReadonlyMap<string, SourceFile>,
  entry: string,
): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();

  const visit = (path: string, trail: readonly string[]): void => {
    const file = files.get(path);
    if (file === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { specifier, kind, line } of file.imports) {
      if (kind !== "static") continue;
      const target = resolveImport(workspace, file, specifier);
      if (target.kind === "external" && isLoadedLazily(target.name)) {
        const route = [...trail, path, specifier].join(" -> ");
        problems.push({ rule: "eager-heavy-import", where: `${path}:${line}`, text: route });
      }
      const next = sourceOf(workspace, target);
      if (next !== undefined) visit(next, [...trail, path]);
    }
  };
  visit(entry, []);
  return problems;
}

function sourceOf(workspace: Workspace, target: Target): string | undefined {
  if (target.kind === "file") return target.path;
  if (target.kind === "workspace") return workspace.get(target.name)?.entries.get(target.subPath);
  return undefined;
}
