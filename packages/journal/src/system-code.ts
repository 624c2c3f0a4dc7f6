/** The code of a system's error, such as `ENOENT`; undefined for any other. */
export function systemCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
