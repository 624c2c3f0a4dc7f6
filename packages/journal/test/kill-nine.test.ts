import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readJournal } from "../src/index.js";
import { stateDirectory } from "./sessions.js";

const WRITER = fileURLToPath(new URL("./kill-nine-writer.mjs", import.meta.url));

/** Kills of one session, one after the other; each writer continues what the last one left. */
const KILLS = 30;

/** Runs a writer until some milliseconds after its first acknowledgement, and gives the last seq that it acknowledged. */
async function writeAndKill(directory: string, kind: "new" | "existing", delayMs: number) {
  const child = spawn(process.execPath, [WRITER, directory, kind], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let complaint = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    complaint += bytes.toString();
  });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(complaint).toBe("");
  const whole = said.slice(0, said.lastIndexOf("\n"));
  return Math.max(...whole.split("\n").map(Number));
}

test("D1: a writer killed at any moment loses no acknowledged record, and leaves no gap and no duplicate", async () => {
  const directory = stateDirectory();
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Spread over 0 to 25 ms, so that writes, syncs and the moments between them are all met.
    const acknowledged = await writeAndKill(
      directory,
      kill === 0 ? "new" : "existing",
      (kill * 7) % 26,
    );
    const { records, verdict } = readJournal({ stateDirectory: directory, session: "s1" });
    expect(["ok", "unfinished_tail"]).toContain(verdict.kind);
    expect(records.length).toBeGreaterThanOrEqual(acknowledged);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
  }
}, 60_000);
