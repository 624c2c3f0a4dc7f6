/** The code of a system's error, such as `ENOENT`; null for any other. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
}
