/** What stands at a path, links not followed. */
export type PathStatus =
  | { readonly kind: "missing" }
  | {
      readonly kind: "file" | "directory" | "link" | "other";
      readonly mode: number;
      readonly owner: number;
    };

/** An open file that is only ever appended to. */
export interface AppendFile {
  /** Writes some of the bytes at the end, and gives how many. Throws the system's error. */
  write(bytes: Buffer): number;
  /** Resolves when what was appended is on the disk. */
  sync(): Promise<void>;
  /** Size in bytes and identity, as the system sees them now; identity changes when the path names another file. */
  status(): { readonly size: number; readonly identity: string };
  close(): void;
}

/**
 * Where the journal meets the disk. One real twin, one simulated that loses and tears what was not synced. Everything throws the system's
 * own error, with its `code`.
 */
export interface FileSystem {
  status(path: string): PathStatus;
  /** With the mode 0700. Throws `EEXIST` when it is there. */
  makeDirectory(path: string): void;
  list(path: string): readonly string[];
  read(path: string): Buffer;
  /** So many bytes from an offset on; fewer where the file ends before. */
  readPart(path: string, offset: number, length: number): Buffer;
  /** A new file with the mode 0600; throws `EEXIST` when something is there, a link included. */
  create(path: string): AppendFile;
  /** An existing file, opened at its end; a link is refused. */
  open(path: string): AppendFile;
  /** Device and inode of what the path names now; null for nothing. */
  identity(path: string): string | null;
  /** Cuts a file, durably. */
  truncate(path: string, size: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes a directory's entries durable. */
  syncDirectory(path: string): void;
}
