import { createConnection, createServer, type Server } from "node:net";
import { acquireFileLock, isFileLockHeld } from "./file-lock.js";
import { JournalError } from "./journal-error.js";

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
export const acquireSystemLock: AcquireLock = async ({ session, directory, identity }) => {
  if (process.platform === "linux") return acquireSocket(session, identity);
  const lock = acquireFileLock(directory);
  if (lock === null) throw locked(session);
  return { release: async () => lock.release() };
};

/** Whether some process holds the lock at this moment. Takes nothing, so that it is in nobody's way. */
export async function isSystemLockHeld({
  directory,
  identity,
}: {
  readonly directory: string;
  readonly identity: string;
}): Promise<boolean> {
  return process.platform === "linux" ? isSocketHeld(identity) : isFileLockHeld(directory);
}

function locked(session: string): JournalError {
  return new JournalError({
    code: "journal_locked",
    message: `Session ${session} is being written by another process.`,
    hint: "Wait until it ends, or work in another session.",
  });
}

function acquireSocket(session: string, identity: string): Promise<WriterLock> {
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
