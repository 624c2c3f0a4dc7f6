import { closeSync, constants, fdatasync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";

const sync = promisify(fdatasync);

/** The least that durable appending costs: a write, and the callback `fdatasync`. */
export interface SyncedFile {
  append(bytes: Buffer): Promise<void>;
  close(): void;
}

export function openSyncedFile(path: string): SyncedFile {
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND } = constants;
  const file = openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND, 0o600);
  return {
    async append(bytes) {
      writeSync(file, bytes);
      await sync(file);
    },
    close: () => closeSync(file),
  };
}
