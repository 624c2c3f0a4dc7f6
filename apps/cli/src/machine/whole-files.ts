import { randomBytes } from "node:crypto";
import { link, lstat, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./file-reasons.js";

/*
 * Files that are there whole or not at all: the content is written beside its place, made durable, and put there in one step. What the
 * system refuses is thrown.
 */

const OWNER_FILE = 0o600;
const PERMISSIONS = 0o7777;

/** What file systems without hard links answer. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Creates a file for its owner alone; never over anything, a link included. */
export async function createWhole(
  path: string,
  text: string,
): Promise<{ readonly kind: "created" | "exists" }> {
  // Said first, since a directory may hold the file and take no new one.
  if (await stands(path)) return { kind: "exists" };
  const draft = await writeDraft(path, text, OWNER_FILE);
  try {
    // Unlike a rename, a link is refused where something stands.
    await link(draft, path).catch(async (error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      await writeNew(path, text, OWNER_FILE);
    });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return { kind: "exists" };
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
  return { kind: "created" };
}

/** Replaces what a path leads to, if it still holds `before`. */
export async function replaceWhole(
  path: string,
  before: Uint8Array,
  text: string,
): Promise<{ readonly kind: "replaced" | "changed" }> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const draft = await writeDraft(target, text, mode & PERMISSIONS);
  try {
    // As late as can be: an editor may have saved the file since it was read.
    if (!(await readFile(target)).equals(before)) return { kind: "changed" };
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(target));
  return { kind: "replaced" };
}

async function stands(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function writeDraft(path: string, text: string, mode: number): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeNew(draft, text, mode);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return draft;
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    // The mode that a file is opened with loses what the umask takes.
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name durable. Where a directory cannot be opened, as on Windows, the file system does so by itself. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
}
