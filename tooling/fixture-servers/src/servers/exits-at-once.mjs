/** Ends before anything is asked; `--status N` and `--words TEXT` choose how. */
import { optionValue } from "../wire/serve.mjs";

process.stderr.write(`${optionValue("--words") ?? "cannot start: no licence"}\n`);
process.exitCode = Number(optionValue("--status") ?? 1);
