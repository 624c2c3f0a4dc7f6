import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Workspace packages are read from source: no build is needed before a test. */
const conditions = ["perspt:source"];

function foldersWithPackages(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(`${folder}/package.json`));
}

const folders = [...["packages", "apps", "tooling"].flatMap(foldersWithPackages), "examples"];

const projects = folders.map((folder) => ({
  extends: true as const,
  test: { name: folder, root: folder },
}));

/** Where .ci/run wants the machine-readable report; people get the default one alone. */
const reportFile = process.env["PERSPT_TEST_REPORT"];

export default defineConfig({
  resolve: { conditions: [...conditions, "module", "node", "development|production"] },
  ssr: {
    resolve: {
      conditions: [...conditions, "module", "node", "development|production"],
      externalConditions: [...conditions, "node"],
    },
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "tests/**/*.test.ts"],
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects,
    reporters: reportFile ? ["default", ["json", { outputFile: reportFile }]] : ["default"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
    },
  },
});
