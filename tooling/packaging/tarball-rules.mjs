import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Everything wrong with one tarball, as lines of text. */
export async function checkTarball(bytes) {
  const contents = createPackageFromTarballData(bytes);
  const manifest = JSON.parse(contents.readFile(pathIn(contents, "package.json")));
  const problems = [
    ...checkManifest(manifest),
    ...checkFiles(contents, manifest),
    ...(await checkByPublint(bytes, manifest)),
    ...(await checkTypes(contents)),
  ];
  return { name: manifest.name, problems };
}

function pathIn({ packageName }, path) {
  return `/node_modules/${packageName}/${path}`;
}

/** What only means something inside this workspace must not leave it. */
function checkManifest(manifest) {
  const text = JSON.stringify(manifest);
  return ["workspace:", "catalog:", "perspt:source"]
    .filter((word) => text.includes(word))
    .map((word) => `package.json still says "${word}"`);
}

function checkFiles(contents, manifest) {
  const present = new Set(contents.listFiles());
  const wanted = ["LICENSE", ...promisedFiles(manifest)];
  const missing = wanted
    .filter((path) => !present.has(pathIn(contents, path)))
    .map((path) => `${path} is missing`);
  const strays = [...present]
    .filter((path) =>
      /\.tsbuildinfo$|\.test\.(js|ts|d\.ts)$|\/node_modules\/.*\/node_modules\//.test(path),
    )
    .map((path) => `${path} does not belong into a release`);
  return [...missing, ...strays];
}

function promisedFiles({ exports = {}, bin = {} }) {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  return [...targets, ...Object.values(bin)].map((path) => path.replace(/^\.\//, ""));
}

async function checkByPublint(bytes, manifest) {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ pack: { tarball }, level: "warning" });
  return messages.map((message) => `publint: ${formatMessage(message, manifest)}`);
}

/** Packages are ES modules only: how CommonJS and the resolver of Node 10 fare is no concern. */
const FOREIGN_RESOLUTIONS = ["node10", "node16-cjs"];

async function checkTypes(contents) {
  const analysis = await checkPackage(contents);
  if (analysis.types === false) return [];
  return analysis.problems
    .filter((problem) => !isForeign(problem))
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}

function isForeign(problem) {
  return "resolutionKind" in problem && FOREIGN_RESOLUTIONS.includes(problem.resolutionKind);
}
