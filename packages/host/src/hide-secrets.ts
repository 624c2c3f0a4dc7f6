import { MIN_SCANNED_SECRET_BYTES, secretSpellings } from "@perspt/journal";
import type { TransportConfig } from "@perspt/transport";

/** Takes the values that a server was given out of what it wrote, before anybody is shown it (T77). */
export function hideSecrets(text: string, transport: TransportConfig): string {
  const values = transport.kind === "stdio" ? transport.environment : transport.headers;
  let shown = text;
  for (const value of values?.values() ?? []) {
    if (Buffer.byteLength(value) < MIN_SCANNED_SECRET_BYTES) continue;
    for (const spelling of secretSpellings(value)) shown = shown.replaceAll(spelling, "[hidden]");
  }
  return shown;
}
