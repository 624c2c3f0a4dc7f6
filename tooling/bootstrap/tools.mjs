/** Tools that are started by file, under this very Node. Both TypeScripts own a `tsc`: say which. */
export const NATIVE_TSC = "node_modules/typescript-7/bin/tsc";
export const TSUP = "node_modules/tsup/dist/cli-default.js";
export const VITEST = "node_modules/vitest/vitest.mjs";
