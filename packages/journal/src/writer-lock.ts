import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { join } from "node:path";
import { JournalError } from "./journal-error.js";

const LOCK_FILE = "writer.lock";

export interface WriterLock {
  release(): Promise<void>;
}

/** One writer of one session at a time; free at once when its process is gone, however it went. */
export type AcquireLock = (options: {
  readonly session: string;
  readonly directory: string;
  /** Device and inode of the directory: the same session under two paths is one. */
  readonly identity: string;
}) => Promise<WriterLock>;

/** On Linux a name in the kernel's abstract socket space, which dies with its process; elsewhere a file that names the process. */
export const acquireSystemLock: AcquireLock = (options) =>
  process.platform === "linux" ? acquireSocket(options) : acquireFile(options);

/** Whether some process holds the lock at this moment. Takes nothing, so that it is in nobody's way. */
export function isSystemLockHeld({
  directory,
  identity,
}: {
  readonly directory: string;
  readonly identity: string;
}): Promise<boolean> {
  return process.platform === "linux"
    ? isSocketHeld(identity)
    : Promise.resolve(isAlive(ownerOf(join(directory, LOCK_FILE))));
}

function locked(session: string): JournalError {
  return new JournalError({
    code: "journal_locked",
    message: `Session ${session} is being written by another process.`,
    hint: "Wait until it ends, or work in another session.",
  });
}

function acquireSocket({ session, identity }: Parameters<AcquireLock>[0]): Promise<WriterLock> {
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? locked(session) : error);
    });
    server.listen(socketName(identity), () => {
      // The lock alone must not keep the process alive.
      server.unref();
      resolve({ release: () => closed(server) });
    });
  });
}

function isSocketHeld(identity: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socketName(identity));
    const settle = (isHeld: boolean) => {
      connection.destroy();
      resolve(isHeld);
    };
    connection.once("connect", () => settle(true));
    // Nobody listens under that name.
    connection.once("error", () => settle(false));
  });
}

function socketName(identity: string): string {
  return `\0perspt-journal-${identity}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function acquireFile({
  session,
  directory,
}: Parameters<AcquireLock>[0]): Promise<WriterLock> {
  const file = join(directory, LOCK_FILE);
  const own = JSON.stringify({ pid: process.pid });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      mkdirSync(file, { mode: 0o700 });
      writeFileSync(join(file, "owner"), own, { mode: 0o600 });
      return {
        release: async () => rmSync(file, { recursive: true, force: true }),
      };
    } catch (error) {
      if (!isExisting(error)) throw error;
      if (isAlive(ownerOf(file))) throw locked(session);
      rmSync(file, { recursive: true, force: true });
    }
  }
  throw locked(session);
}

function ownerOf(file: string): number | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(file, "owner"), "utf8"));
    return typeof owner === "object" &&
      owner !== null &&
      "pid" in owner &&
      typeof owner.pid === "number"
      ? owner.pid
      : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
