import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { captureNode } from "./processes.mjs";
import { fingerprintOf, removeStamp, stampMatches, writeStamp } from "./stamp.mjs";
import { NATIVE_TSC, TSUP } from "./tools.mjs";
import { packageFolders, readManifest, root } from "./workspace.mjs";

const STAMP = "build";

/** JavaScript by tsup, then declarations by the native compiler's project references. */
const BUILD_STEPS = [[TSUP], [NATIVE_TSC, "-b", "tsconfig.build.json"]];

const BUILT_FOLDERS = [
  ...packageFolders(["packages", "apps"]),
  "tooling/bench",
  "tooling/conformance",
  "tooling/proof",
];

/** Builds, unless the outputs of exactly these sources are there already. */
export async function ensureBuild() {
  const fingerprint = buildFingerprint();
  if (stampMatches(STAMP, fingerprint) && outputs().every((file) => existsSync(file))) return;
  await build(fingerprint);
}

async function build(fingerprint) {
  const started = performance.now();
  removeStamp(STAMP);
  for (const step of BUILD_STEPS) {
    const { code, output } = await captureNode(step);
    if (code !== 0) throw new Failure(`${output.trimEnd()}\n\nThe build failed: ${step.join(" ")}`);
  }
  const missing = outputs().filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Failure(`The build did not make ${missing.join(", ")}`);
  writeStamp(STAMP, fingerprint);
  console.error(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

function buildFingerprint() {
  const perFolder = BUILT_FOLDERS.flatMap((folder) =>
    ["package.json", "tsconfig.build.json", "src"].map((name) => `${folder}/${name}`),
  );
  return fingerprintOf({
    paths: [
      "pnpm-lock.yaml",
      "tsup.config.ts",
      "tsconfig.build.json",
      "tooling/tsconfig",
      ...perFolder,
    ],
    isRelevant: (file) => !file.endsWith(".test.ts"),
  });
}

/** Files that the manifests promise: somebody may have removed a dist folder. */
function outputs() {
  return BUILT_FOLDERS.flatMap((folder) =>
    promisedFiles(readManifest(folder)).map((file) => join(root, folder, file)),
  );
}

function promisedFiles({ exports = {}, bin = {} }) {
  const fromExports = Object.values(exports)
    .filter((target) => typeof target === "object")
    .flatMap((target) => [target.types, target.default]);
  return [...fromExports, ...Object.values(bin)];
}
