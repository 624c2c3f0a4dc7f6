/** A server's id: ASCII, no dots, so that `mcp.<id>.<remote name>` splits in one way only (T44). */
const SERVER_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** What an id must be, as the end of a sentence. */
export const SERVER_ID_RULE =
  "1 to 32 ASCII letters, digits, _ and -, of which the first is a letter or digit";

export function isServerId(text: string): boolean {
  return SERVER_ID.test(text);
}

/** Ids that differ in case alone are the same: people and file systems mix them up. */
export function serverIdKey(id: string): string {
  return id.toLowerCase();
}
