import { ensureBuild } from "./build.mjs";
import { capture, captureNode } from "./processes.mjs";
import { NATIVE_TSC, VITEST } from "./tools.mjs";

/** Everything that `npm run check` proves, in this order; quick and common faults first. */
export const checkSteps = [
  {
    name: "format",
    about: "formatting, imports and quick lint (biome)",
    run: () => capture("biome", ["check", "--colors=off", "."]),
  },
  {
    name: "types",
    about: "strict type check of sources, tests and tooling",
    run: async () => {
      const sources = await captureNode([NATIVE_TSC, "-p", "tsconfig.json"]);
      const scripts = await captureNode([NATIVE_TSC, "-p", "tooling/bootstrap"]);
      return { code: sources.code || scripts.code, output: sources.output + scripts.output };
    },
  },
  {
    name: "lint",
    about: "lint with type information (oxlint)",
    run: () => capture("oxlint", ["--type-aware", "--deny-warnings"]),
  },
  {
    name: "layers",
    about: "imports point down the layer table only",
    run: () => captureNode([VITEST, "run", "--project", "tooling/layers"]),
  },
  {
    name: "unused",
    about: "no unused or undeclared files, exports and dependencies (knip)",
    run: () => capture("knip", ["--no-progress"]),
  },
  {
    name: "build",
    about: "JavaScript and declarations",
    run: async () => {
      await ensureBuild();
      return { code: 0, output: "" };
    },
  },
  {
    name: "packages",
    about: "what a registry would receive (publint, attw, a lone install)",
    run: async () => {
      await ensureBuild();
      return captureNode(["tooling/packaging/check-packages.mjs"]);
    },
  },
  {
    name: "consumer",
    about: "the packages in a project outside of the workspace: installed, compiled strictly, run",
    run: async () => {
      await ensureBuild();
      return captureNode(["tooling/packaging/check-consumer.mjs"]);
    },
  },
  {
    name: "changes",
    about: "release notes parse and name real packages (changesets)",
    run: () => captureNode(["tooling/packaging/check-changesets.mjs"]),
  },
];
