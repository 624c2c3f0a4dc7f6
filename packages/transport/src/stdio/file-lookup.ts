import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";

/** What stands at a path. */
export type FileFinding =
  | { readonly kind: "program"; readonly realPath: string }
  | { readonly kind: "not_executable" }
  | { readonly kind: "missing" };

/** Port to the file system, as far as finding a program needs it. Never rejects. */
export interface FileLookup {
  find(path: string): Promise<FileFinding>;
  /** The path with every link resolved; the path itself where it does not exist. */
  realPath(path: string): Promise<string>;
}

/** The machine's own file system. */
export const systemFiles: FileLookup = {
  async find(path) {
    try {
      const realPath = await realpath(path);
      if (!(await stat(realPath)).isFile()) return { kind: "missing" };
      await access(realPath, constants.X_OK);
      return { kind: "program", realPath };
    } catch (error) {
      return { kind: isAccessProblem(error) ? "not_executable" : "missing" };
    }
  },
  realPath: (path) => realpath(path).catch(() => path),
};

function isAccessProblem(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EACCES";
}
