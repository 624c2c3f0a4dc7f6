/** Starts echo as its child and hands its pipes on, as npx and shell wrappers do; `--pids FILE` tells both ids (report 6). */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { optionValue, writeWhole } from "../wire/serve.mjs";

const echo = fileURLToPath(new URL("./echo.mjs", import.meta.url));
const child = spawn(process.execPath, [echo], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
writeWhole(optionValue("--pids"), JSON.stringify([process.pid, child.pid]));
