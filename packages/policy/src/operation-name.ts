import { isServerId } from "./server-id.js";

const REMOTE_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Remote names that start so belong to the client operations; a server that uses one is spoofing them (T45). */
export const RESERVED_NAME_PREFIX = "_perspt_";

/** A name that a remote tool may have. Case-sensitive, ASCII: nothing confusable, nothing invisible (T45). */
export function isRemoteName(text: string): boolean {
  return REMOTE_NAME.test(text);
}

export function operationName(server: string, remoteName: string): string {
  return `mcp.${server}.${remoteName}`;
}

/** The server and remote name of an operation; null for text that names none. A remote name may hold dots, an id never does. */
export function parseOperationName(
  operation: string,
): { readonly server: string; readonly remoteName: string } | null {
  const [prefix, server = "", ...rest] = operation.split(".");
  const remoteName = rest.join(".");
  if (prefix !== "mcp" || !isServerId(server) || !isRemoteName(remoteName)) return null;
  return { server, remoteName };
}
