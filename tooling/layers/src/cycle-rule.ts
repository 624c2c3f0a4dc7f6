import type { Problem } from "./problem.js";
import { resolveImport } from "./resolve.js";
import type { SourceFile, Workspace, WorkspacePackage } from "./workspace.js";

/** Files of one package that import each other in a ring, types included: they are one concept. */
export function checkCycles(workspace: Workspace): Problem[] {
  return [...workspace.values()].flatMap((owner) => cyclesIn(workspace, owner));
}

function cyclesIn(workspace: Workspace, owner: WorkspacePackage): Problem[] {
  const files = new Map(owner.files.map((file) => [file.path, file]));
  const problems: Problem[] = [];
  const finished = new Set<string>();

  const visit = (file: SourceFile, trail: readonly string[]): void => {
    const start = trail.indexOf(file.path);
    if (start >= 0) {
      problems.push(asProblem([...trail.slice(start), file.path]));
      return;
    }
    if (finished.has(file.path)) return;
    for (const next of neighbours(workspace, file, files)) visit(next, [...trail, file.path]);
    finished.add(file.path);
  };
  for (const file of owner.files) visit(file, []);
  return problems;
}

function neighbours(
  workspace: Workspace,
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): SourceFile[] {
  return file.imports.flatMap(({ specifier, kind }) => {
    if (kind === "dynamic") return [];
    const target = resolveImport(workspace, file, specifier);
    const next = target.kind === "file" ? files.get(target.path) : undefined;
    return next === undefined ? [] : [next];
  });
}

function asProblem(ring: readonly string[]): Problem {
  return { rule: "cycle", where: ring[0] ?? "", text: ring.join(" -> ") };
}
