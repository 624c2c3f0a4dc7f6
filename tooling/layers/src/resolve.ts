import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { SourceFile, Workspace, WorkspacePackage } from "./workspace.js";

/** Where an import leads. */
export type Target =
  | { readonly kind: "node" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "workspace"; readonly name: string; readonly subPath: string }
  | { readonly kind: "external"; readonly name: string };

export function resolveImport(workspace: Workspace, file: SourceFile, specifier: string): Target {
  if (specifier.startsWith(".")) return { kind: "file", path: relativeSource(file, specifier) };
  if (isBuiltin(specifier)) return { kind: "node" };
  const name = packageNameOf(specifier);
  const subPath = `.${specifier.slice(name.length)}`;
  // A name in our scope is ours even if the table does not know it: the rules then say so.
  if (workspace.has(name) || name.startsWith("@perspt/")) {
    return { kind: "workspace", name, subPath };
  }
  return { kind: "external", name };
}

/** `"./digest.js"` in `packages/json/src/index.ts` is `packages/json/src/digest.ts`. */
function relativeSource(file: SourceFile, specifier: string): string {
  const joined = posix.join(posix.dirname(file.path), specifier);
  return joined.replace(/\.js$/, ".ts");
}

function packageNameOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

export function sourceFolderOf(owner: WorkspacePackage): string {
  return `${owner.layer.folder}/src/`;
}
