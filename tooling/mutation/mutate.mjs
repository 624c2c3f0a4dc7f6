import { fileURLToPath } from "node:url";

/**
 * Stryker's options for one package: its sources are changed, one place at a time, and its own tests have to notice. The work is done on a
 * copy; the working tree is not touched. Ends with 1 when fewer than 85 of 100 changes are noticed.
 */
export function mutate(name) {
  const folder = `packages/${name}`;
  return {
    mutate: [`${folder}/src/**/*.ts`, `!${folder}/src/**/*.test.ts`, `!${folder}/src/index.ts`],
    plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
    testRunner: "vitest",
    vitest: { configFile: `tooling/mutation/${name}.vitest.mjs` },
    coverageAnalysis: "perTest",
    // Programs and tools are no part of what a package's tests need.
    ignorePatterns: [
      "/apps",
      "/examples",
      "/tooling/*",
      "!/tooling/{mutation,tsconfig}",
      "dist",
      "/coverage",
    ],
    tempDirName: ".stryker-tmp",
    concurrency: 2,
    incremental: true,
    incrementalFile: `node_modules/.cache/stryker-${name}.json`,
    reporters: ["progress-append-only", "clear-text", "html", "json"],
    htmlReporter: { fileName: `coverage/mutation/${name}.html` },
    jsonReporter: { fileName: `coverage/mutation/${name}.json` },
    clearTextReporter: { reportTests: false, allowColor: false },
    allowEmpty: false,
    thresholds: { high: 95, low: 90, break: 85 },
  };
}
