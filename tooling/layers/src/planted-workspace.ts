import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LAYERS } from "./layers.js";

/** A throw-away workspace with every package of the table, each with an innocent index. */
export interface PlantedWorkspace {
  readonly root: string;
  write(path: string, text: string): void;
  remove(): void;
}

export function plantWorkspace(): PlantedWorkspace {
  const root = mkdtempSync(join(tmpdir(), "perspt-layers-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [name, layer] of Object.entries(LAYERS)) {
    const names = [...layer.workspace, ...layer.external];
    const dependencies = Object.fromEntries(names.map((imported) => [imported, "1.0.0"]));
    const exports = { ".": { "perspt:source": "./src/index.ts" } };
    write(`${layer.folder}/package.json`, JSON.stringify({ name, exports, dependencies }));
    write(`${layer.folder}/src/index.ts`, "export const innocent = 1;\n");
  }
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
}
