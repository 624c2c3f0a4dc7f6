import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { acquireFileLock, isFileLockHeld } from "../src/file-lock.js";
import { JournalError } from "../src/index.js";
import { proofSize } from "./proof-size.js";
import { open, reopen, stateDirectory } from "./sessions.js";

const OPENER = fileURLToPath(new URL("./lock/opener.mjs", import.meta.url));

/** A process that tries to open the session, and what became of it. */
async function startOpener(directory: string) {
  const child = spawn(process.execPath, [OPENER, directory], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const chunks: readonly unknown[] = await once(child.stdout, "data");
  return { child, said: String(chunks[0]).trim() };
}

describe("D8: one writer", () => {
  test("of a hundred openings at once in one process", async () => {
    const directory = stateDirectory();
    await (await open(directory)).close();
    const openings = await Promise.allSettled(Array.from({ length: 100 }, () => reopen(directory)));
    const refusals = openings.flatMap((opening) =>
      opening.status === "rejected" ? [opening.reason as unknown] : [],
    );
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals) {
      expect(refusal instanceof JournalError && refusal.code).toBe("journal_locked");
    }
  });

  test("of many processes at once; when it is killed, another one at once", async () => {
    const directory = stateDirectory();
    await (await open(directory)).close();
    const count = proofSize({ whole: 100, part: 8 });
    const openers = await Promise.all(Array.from({ length: count }, () => startOpener(directory)));
    const writers = openers.filter(({ said }) => said === "writer");
    expect(openers.filter(({ said }) => said === "journal_locked")).toHaveLength(count - 1);
    expect(writers).toHaveLength(1);
    for (const { child } of writers) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    const { child, said } = await startOpener(directory);
    expect(said).toBe("writer");
    child.kill("SIGKILL");
  }, 120_000);
});

describe("the lock of systems without one that dies with its process", () => {
  const folder = () => mkdtempSync(join(tmpdir(), "perspt-lock-"));

  test("is held once, and free when it is released", () => {
    const directory = folder();
    expect(isFileLockHeld(directory)).toBe(false);
    const lock = acquireFileLock(directory);
    expect([lock === null, isFileLockHeld(directory)]).toEqual([false, true]);
    expect(acquireFileLock(directory)).toBe(null);
    lock?.release();
    expect(isFileLockHeld(directory)).toBe(false);
    expect(acquireFileLock(directory)).not.toBe(null);
    expect(readdirSync(directory)).toEqual(["writer.lock.2"]);
  });

  test("of a process that is gone is free", async () => {
    const directory = folder();
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    writeFileSync(join(directory, "writer.lock.7"), String(child.pid));
    expect(isFileLockHeld(directory)).toBe(false);
    expect(acquireFileLock(directory)).not.toBe(null);
    expect(acquireFileLock(directory)).toBe(null);
    expect(readdirSync(directory)).toEqual(["writer.lock.8"]);
  });

  test("that says nothing that can be read is nobody's", () => {
    const directory = folder();
    writeFileSync(join(directory, "writer.lock.1"), "");
    expect(acquireFileLock(directory)).not.toBe(null);
  });

  test("is not where there is no directory", () => {
    expect(isFileLockHeld(join(folder(), "none"))).toBe(false);
  });
});
