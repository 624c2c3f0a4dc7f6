import { isIPv4 } from "node:net";

/**
 * Whether a normalised URL host is this machine by its very spelling: `localhost`, 127.0.0.0/8 or `[::1]` (H22). Names that
 * merely resolve here are not, and neither are IPv4 addresses dressed as IPv6.
 */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

/** Whether a connected peer's address is this machine; a socket may spell IPv4 as `::ffff:127.0.0.1` (T19). */
export function isLoopbackAddress(address: string): boolean {
  const mapped = /^::ffff:(.+)$/i.exec(address);
  const bare = mapped?.[1] ?? address;
  if (isIPv4(bare)) return bare.startsWith("127.");
  if (mapped !== null) return isMappedLoopback(bare);
  return address === "::1";
}

/** `7f00:1` is the other spelling of `127.0.0.1` after `::ffff:`. */
function isMappedLoopback(words: string): boolean {
  const high = /^([0-9a-f]{1,4}):[0-9a-f]{1,4}$/i.exec(words)?.[1];
  return high !== undefined && Number.parseInt(high, 16) >> 8 === 127;
}
