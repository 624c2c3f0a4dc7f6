import { digestBytes } from "@perspt/json";
import { operationName } from "./operation-name.js";

/** Longest name that every model provider takes. */
export const ALIAS_LIMIT = 64;

const DIGEST_CHARACTERS = 20;
const ENDS_LIKE_A_DIGEST = new RegExp(`_[0-9a-f]{${DIGEST_CHARACTERS}}$`);

/**
 * The model-facing name of a remote tool: `mcp__docs__search`, of letters, digits, `_` and `-`, at most 64 characters. Where that would
 * lose something or could be read as another operation's name, the end is a part of the operation's digest. An alias depends on its
 * operation alone, so no tool that comes or goes renames another, and no two operations share one: plain aliases split in one way,
 * and none of them ends like a digest.
 */
export function aliasOf(server: string, remoteName: string): string {
  const plain = `mcp__${server}__${remoteName}`;
  const splitsInOneWay = !server.includes("__") && !server.endsWith("_");
  const isPlain = /^[A-Za-z0-9_-]+$/.test(plain) && plain.length <= ALIAS_LIMIT;
  if (splitsInOneWay && isPlain && !ENDS_LIKE_A_DIGEST.test(plain)) return plain;
  const part = digestBytes(operationName(server, remoteName)).slice("sha256:".length);
  const suffix = `_${part.slice(0, DIGEST_CHARACTERS)}`;
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  return `${readable.slice(0, ALIAS_LIMIT - suffix.length)}${suffix}`;
}
