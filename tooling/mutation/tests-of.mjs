import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["perspt:source", "module", "node", "development|production"];

/** The tests of one package, without the rest of the workspace; with `--coverage` they have to take 95 of 100 branches. */
export function testsOf(name) {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: ["perspt:source", "node"] } },
    test: {
      // Stryker runs this file's copy, which finds the copy of the package.
      root: fileURLToPath(new URL(`../../packages/${name}`, import.meta.url)),
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      environment: "node",
      testTimeout: 60_000,
      coverage: {
        provider: "v8",
        include: ["src/**/*.ts"],
        exclude: ["**/*.test.ts"],
        reporter: ["text-summary"],
        thresholds: { branches: 95 },
      },
    },
  });
}
