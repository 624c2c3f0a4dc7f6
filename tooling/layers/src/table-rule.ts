import { LAYERS } from "./layers.js";
import type { Problem } from "./problem.js";
import { publicFolders } from "./workspace.js";

/** The table itself: no package is missing from it, and no row contradicts the levels. */
export function checkTable(root: string): Problem[] {
  return [...missingRows(root), ...contradictions()];
}

function missingRows(root: string): Problem[] {
  const known = new Set(Object.values(LAYERS).map((layer) => layer.folder));
  return publicFolders(root)
    .filter((folder) => !known.has(folder))
    .map((folder) => ({
      rule: "unknown-package",
      where: folder,
      text: "has no row in the layer table (tooling/layers/src/layers.ts)",
    }));
}

function contradictions(): Problem[] {
  return Object.entries(LAYERS).flatMap(([name, layer]) =>
    layer.workspace
      .filter((imported) => (LAYERS[imported]?.level ?? Number.POSITIVE_INFINITY) >= layer.level)
      .map((imported) => ({
        rule: "upward-import" as const,
        where: name,
        text: `its row lists ${imported}, which is not on a lower layer`,
      })),
  );
}
