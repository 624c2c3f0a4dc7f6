import { ownsTheProcess } from "./layers.js";
import type { Problem } from "./problem.js";
import type { SourceFile, Workspace } from "./workspace.js";

/** Modules that are the console or standard input under another name. */
const PROCESS_MODULES = new Set(["node:console", "console", "node:readline", "readline"]);
const PROCESS_NAMES = new Set(["exit", "stdin", "on", "once", "exitCode"]);

/** A library that ends the process or prints takes a decision that belongs to its user. */
export function checkProcessUse(workspace: Workspace): Problem[] {
  return [...workspace.values()]
    .filter((owner) => !ownsTheProcess(owner.layer.folder))
    .flatMap((owner) => owner.files.filter((file) => !file.isTest))
    .flatMap((file) => [...directUses(file), ...importedUses(file)]);
}

function directUses(file: SourceFile): Problem[] {
  return file.processUses.map(({ what, line }) => asProblem(file, line, what));
}

function importedUses(file: SourceFile): Problem[] {
  return file.imports
    .filter(({ kind }) => kind !== "type")
    .filter(
      ({ specifier, names }) =>
        PROCESS_MODULES.has(specifier) ||
        (/^(node:)?process$/.test(specifier) && names.some((name) => PROCESS_NAMES.has(name))),
    )
    .map(({ specifier, line }) => asProblem(file, line, `import of ${specifier}`));
}

function asProblem(file: SourceFile, line: number, what: string): Problem {
  return { rule: "process-use", where: `${file.path}:${line}`, text: `${what}: only apps may` };
}
