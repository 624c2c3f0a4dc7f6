import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "./system-code.js";

const GENERATION = /^writer\.lock\.(\d{1,15})$/;

/** How often another process may get in between before it counts as a writer. */
const ATTEMPTS = 5;

/**
 * A lock for systems whose kernel keeps none that dies with its process. Each holder makes the next generation of the lock's file, whole
 * from its first moment; the highest is the holder, once it is neither released nor its process dead. It is never removed, only followed:
 * whoever worked from an old listing finds a higher one and steps back.
 */
export interface FileLock {
  release(): void;
}

/** Null where a live process holds it. Throws the system's error. */
export function acquireFileLock(directory: string): FileLock | null {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const highest = highestGeneration(directory);
    if (highest > 0 && isHeld(fileOf(directory, highest))) return null;
    const own = highest + 1;
    if (!create(directory, own)) continue;
    if (highestGeneration(directory) > own) {
      rmSync(fileOf(directory, own), { force: true });
      continue;
    }
    removeBelow(directory, own);
    return { release: () => writeFileSync(fileOf(directory, own), "released") };
  }
  return null;
}

/** Whether a live process holds it at this moment. */
export function isFileLockHeld(directory: string): boolean {
  const highest = highestGeneration(directory);
  return highest > 0 && isHeld(fileOf(directory, highest));
}

function fileOf(directory: string, generation: number): string {
  return join(directory, `writer.lock.${generation}`);
}

function generations(directory: string): readonly number[] {
  return namesIn(directory).flatMap((name) => {
    const digits = GENERATION.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

function highestGeneration(directory: string): number {
  return Math.max(0, ...generations(directory));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** False where somebody else made it first. */
function create(directory: string, generation: number): boolean {
  const temporary = join(directory, `writer.lock.${randomBytes(8).toString("hex")}.tmp`);
  writeFileSync(temporary, String(process.pid), { mode: 0o600, flag: "wx" });
  try {
    linkSync(temporary, fileOf(directory, generation));
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function removeBelow(directory: string, own: number): void {
  for (const generation of generations(directory).filter((one) => one < own)) {
    rmSync(fileOf(directory, generation), { force: true });
  }
}

function isHeld(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    // Followed, and removed, since it was listed.
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
  const pid = Number(text);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
