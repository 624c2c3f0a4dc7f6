// Installs the tarballs as somebody else would, in a project outside of this workspace, and runs the examples there.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, captureNode } from "../bootstrap/processes.mjs";
import { VITEST } from "../bootstrap/tools.mjs";
import { root } from "../bootstrap/workspace.mjs";
import { withTarballs } from "./pack.mjs";

const PROGRAM = /\/perspt-\d[^/]*\.tgz$/;
const COPIED = ["src", "README.md", "governed-host.toml", "tsconfig.json"];

const problems = await withTarballs(async (tarballs) => {
  const libraries = tarballs.map(({ file }) => file).filter((file) => !PROGRAM.test(file));
  const folder = mkdtempSync(join(tmpdir(), "perspt-consumer-"));
  try {
    return await checkProject(folder, libraries);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function checkProject(folder, libraries) {
  writeProject(folder);
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--save-exact"];
  const packages = [...libraries, ...strangers()];
  const install = await capture("npm", ["install", "--prefix", folder, ...flags, ...packages]);
  if (install.code !== 0) return [`the tarballs do not install together:\n${install.output}`];

  const imports = await captureNode([writeImports(folder)]);
  if (imports.code !== 0) return [`an entry cannot be imported:\n${imports.output}`];

  process.env.PERSPT_EXAMPLES = folder;
  const examples = await captureNode([VITEST, "run", "--project", "examples"]);
  return examples.code === 0 ? [] : [`the examples do not run:\n${examples.output}`];
}

/** A project that has nothing of ours yet but the examples' text. */
function writeProject(folder) {
  const manifest = { name: "consumer", version: "1.0.0", private: true, type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  for (const name of COPIED) {
    cpSync(join(root, "examples", name), join(folder, name), { recursive: true });
  }
}

/** What the examples need beside our packages, in the versions that were tried. */
function strangers() {
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  return ["@modelcontextprotocol/server", "@types/node"].map((name) => {
    const version = new RegExp(`^ {2}"?${name}"?: (\\S+)`, "m").exec(catalog)?.[1];
    if (version === undefined) throw new Error(`the catalog holds no ${name}`);
    return `${name}@${version}`;
  });
}

/** A program that imports every entry of every installed package of ours, in plain Node. */
function writeImports(folder) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = Object.keys(dependencies)
    .filter((name) => name.startsWith("@perspt/"))
    .flatMap((name) => {
      const manifest = join(folder, "node_modules", name, "package.json");
      const { exports } = JSON.parse(readFileSync(manifest, "utf8"));
      const paths = Object.keys(exports).filter((path) => path !== "./package.json");
      return paths.map((path) => `${name}${path.slice(1)}`);
    });
  const file = join(folder, "imports.mjs");
  writeFileSync(file, entries.map((entry) => `import ${JSON.stringify(entry)};\n`).join(""));
  return file;
}
