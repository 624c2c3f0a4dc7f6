import type { WriteVerdict } from "../mcp-transport.js";
import { TransportError } from "../transport-error.js";

/** The error of a message that the write gate stopped: nothing of it was written. */
export function writeRefused(verdict: Extract<WriteVerdict, { kind: "refuse" }>): TransportError {
  return new TransportError({
    code: "write_refused",
    message: `The request was stopped before it was sent: ${verdict.reason}`,
    mayHaveRun: false,
    refusal: { code: verdict.code, reason: verdict.reason },
  });
}
