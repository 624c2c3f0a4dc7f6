/** Echo, after `--milliseconds N` (report 3). */
import { setTimeout as sleep } from "node:timers/promises";
import { optionValue } from "../wire/serve.mjs";

await sleep(Number(optionValue("--milliseconds") ?? 300));
await import("./echo.mjs");
