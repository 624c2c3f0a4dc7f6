/** Why the system did not do it, as a phrase for people. */
export interface Reason {
  readonly reason: string;
}

const PHRASES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["EISDIR", "it is a directory"],
  ["ENOTDIR", "a part of its path is no directory"],
  ["EEXIST", "a part of its path is no directory"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "no space is left"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
]);

export function phraseFor(error: unknown): string {
  const code = codeOf(error);
  return PHRASES.get(code) ?? (code === "" ? String(error) : `the system says ${code}`);
}

/** The system's word for an error; empty where it is not the system's. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
