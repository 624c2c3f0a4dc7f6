import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "./workspace.mjs";

const windows = process.platform === "win32";

/** Tools of the workspace come first on PATH, pnpm among them: publint and our packing call it. */
function options(env = {}) {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return { cwd: root, env: { ...process.env, ...env, PATH: path }, shell: windows };
}

/** Runs a program on this terminal; resolves to its exit code. */
export function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options(), stdio: "inherit" });
    // Ctrl+C reaches the child as well; we wait for it and pass its verdict on.
    const ignore = () => {};
    process.on("SIGINT", ignore);
    child.once("error", reject);
    child.once("close", (code) => {
      process.removeListener("SIGINT", ignore);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program silently; resolves to its exit code and all that it wrote. */
export function capture(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options(env), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const append = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", append);
    child.stderr.setEncoding("utf8").on("data", append);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a script under this very Node, whatever `node` means on PATH. */
export const runNode = (args) => run(process.execPath, args);
export const captureNode = (args) => capture(process.execPath, args);
