import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Options } from "tsup";

/** What the two kinds of output share. Declarations come from `tsc -b`, which is far quicker. */
const shared: Options = {
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  treeshake: true,
  dts: false,
  silent: true,
};

/**
 * A library: one output per entry of its `exports`, dependencies left to the installer.
 * `clean` stays off because it would delete the declarations that `tsc -b` believes in.
 */
function library(folder: string): Options {
  return {
    ...shared,
    name: folder,
    entry: libraryEntries(folder),
    outDir: join(folder, "dist"),
    sourcemap: true,
    skipNodeModulesBundle: true,
    clean: false,
  };
}

/** A program: everything is bundled, so that its tarball installs alone and starts quickly. */
function program(folder: string, entry: Record<string, string>): Options {
  return {
    ...shared,
    name: folder,
    entry: mapValues(entry, (file) => join(folder, file)),
    outDir: join(folder, "dist"),
    // These find their own files by their place on disk: they stay dependencies.
    noExternal: [/^(?!blessed$|@lydell\/node-pty$)/],
    external: ["blessed", "@lydell/node-pty"],
    // CommonJS inside an ES module bundle asks for `require`.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module";\nconst require = createBundleRequire(import.meta.url);',
    },
    // Chunk names carry hashes: old ones would pile up.
    clean: true,
    esbuildOptions(options) {
      options.conditions = ["perspt:source"];
    },
  };
}

interface Manifest {
  readonly exports: Record<string, string | { readonly "perspt:source": string }>;
}

/** `{ index: "packages/x/src/index.ts" }`, read from the package's own `exports`. */
function libraryEntries(folder: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const sources = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string" ? [] : [target["perspt:source"].replace(/^\.\//, "")],
  );
  const output = (source: string) => source.replace(/^src\//, "").replace(/\.ts$/, "");
  return Object.fromEntries(sources.map((source) => [output(source), join(folder, source)]));
}

function mapValues(
  record: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

const libraries = [
  ...readdirSync("packages").map((name) => join("packages", name)),
  "apps/chat-tui",
].filter((folder) => existsSync(join(folder, "package.json")));

export default defineConfig([
  ...libraries.map(library),
  program("apps/cli", { main: "src/main.ts", "demo-server": "src/demo/server.ts" }),
  program("tooling/bench", { main: "src/main.ts" }),
  program("tooling/conformance", { main: "src/main.ts" }),
  program("tooling/proof", { main: "src/main.ts", "channel-program": "src/channel-program.ts" }),
]);
