import { checkCycles } from "./cycle-rule.js";
import { checkImports } from "./import-rules.js";
import { checkEagerLoading } from "./lazy-rule.js";
import type { Problem } from "./problem.js";
import { checkProcessUse } from "./process-rule.js";
import { checkTable } from "./table-rule.js";
import { readWorkspace } from "./workspace.js";

/** Every rule over the workspace that stands under `root`. */
export function checkLayers(root: string): Problem[] {
  const workspace = readWorkspace(root);
  return [
    ...checkTable(root),
    ...checkImports(workspace),
    ...checkCycles(workspace),
    ...checkEagerLoading(workspace),
    ...checkProcessUse(workspace),
  ];
}
