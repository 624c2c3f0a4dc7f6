import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkLayers } from "./check-layers.js";
import { LAYERS } from "./layers.js";
import { formatProblem } from "./problem.js";
import { readWorkspace } from "./workspace.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("keeps every import of the workspace inside the layer table", () => {
  expect(checkLayers(root).map(formatProblem)).toEqual([]);
});

it("reads every package of the table: an empty reading would prove nothing", () => {
  const workspace = readWorkspace(root);
  const withoutSources = [...workspace.values()].filter(({ files }) => files.length === 0);
  expect([...workspace.keys()]).toEqual(Object.keys(LAYERS));
  expect(withoutSources.map(({ name }) => name)).toEqual([]);
});
