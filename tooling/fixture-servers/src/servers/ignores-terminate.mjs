/**
 * Ignores the end of its input and SIGTERM, and so does a grandchild that holds its pipes (T10, I8). Writes both process ids
 * to `--pids FILE` before it serves echo.
 */
import { spawn } from "node:child_process";
import { optionValue, writeWhole } from "../wire/serve.mjs";

const STUBBORN = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';

const grandchild = spawn(process.execPath, ["-e", STUBBORN], { stdio: "inherit" });
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
writeWhole(optionValue("--pids"), JSON.stringify([process.pid, grandchild.pid]));
await import("./echo.mjs");
