import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { capture } from "./processes.mjs";
import { fingerprintOf, removeStamp, stampMatches, writeStamp } from "./stamp.mjs";
import { readManifest, root, workspaceFolders } from "./workspace.mjs";

const STAMP = "dependencies";
const NETWORK_TROUBLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL/;

/** For npx and pnpm alike: they read the settings of the npm that started us. */
const INSTALL_ENVIRONMENT = {
  // `npm run --silent` would hide even the reason of a failure.
  npm_config_loglevel: "notice",
  // Without a network, say so in seconds; the defaults wait for more than a minute.
  npm_config_fetch_retries: "2",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "4000",
};

/** Installs what the lockfile says, unless exactly that is installed already. */
export async function ensureDependencies() {
  const fingerprint = dependencyFingerprint();
  if (stampMatches(STAMP, fingerprint) && linksArePresent()) return;

  const started = performance.now();
  console.error("Installing dependencies (first run or changed lockfile) ...");
  removeStamp(STAMP);
  const { code, output } = await capture("npx", installCommand(), INSTALL_ENVIRONMENT);
  if (code !== 0) throw installFailure(code, output);
  writeStamp(STAMP, fingerprint);
  console.error(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

function dependencyFingerprint() {
  const manifests = [".", ...workspaceFolders()].map((folder) => join(folder, "package.json"));
  const nodeMajor = process.versions.node.split(".")[0];
  return fingerprintOf({
    paths: ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests],
    facts: [nodeMajor, process.platform, process.arch],
  });
}

/** The stamp cannot see that a package's own node_modules was removed by hand. */
function linksArePresent() {
  return workspaceFolders().every((folder) => {
    const { dependencies = {}, devDependencies = {} } = readManifest(folder);
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return names.every((name) => existsSync(join(root, folder, "node_modules", name)));
  });
}

function installCommand() {
  // "pnpm@10.34.9+sha512.…": npx wants the version alone, -y keeps it from asking.
  const pnpm = readManifest().packageManager.split("+")[0];
  return ["-y", pnpm, "install", "--frozen-lockfile", "--reporter=append-only"];
}

function installFailure(code, output) {
  const network = NETWORK_TROUBLE.test(output);
  const advice = network
    ? "The package registry could not be reached. Check the network, the proxy and `npm config get registry`, then run the same command again."
    : "If package.json or pnpm-workspace.yaml changed on purpose, run `npx -y pnpm@10.34.9 install` once to bring pnpm-lock.yaml up to date.";
  return new Failure(
    `${lastLines(output)}\n\nExpected the dependencies of pnpm-lock.yaml to install; pnpm ended with exit code ${code}. ${advice}`,
  );
}

/** Where the reason stands; before it are progress and hundreds of retries. */
function lastLines(output) {
  return output.trimEnd().split("\n").slice(-20).join("\n");
}
