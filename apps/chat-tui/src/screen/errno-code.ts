/** The code of a system's error such as `EIO`, or null for any other. */
export function errnoCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
}
