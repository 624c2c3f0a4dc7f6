import type { Client } from "@modelcontextprotocol/client";
import type { McpTransport } from "@perspt/transport";
import type { ClientClock } from "./client-clock.js";
import { connectFailure } from "./connect-failure.js";
import type { DiscoveredServer } from "./mcp-client.js";
import { McpClientError } from "./mcp-client-error.js";
import { readDiscovery } from "./read-discovery.js";
import { SDK_NEVER_TIMES_OUT } from "./wire-session.js";
import type { WireTap } from "./wire-tap.js";

export interface DiscoverOptions {
  readonly client: Client;
  readonly tap: WireTap;
  readonly transport: McpTransport;
  readonly clock: ClientClock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Why connecting was stopped from here. */
type Stop = "timed_out" | "cancelled";

/**
 * Starts the link and asks `server/discover`, once or, where the protocol says so, twice (V9). Rejects with a `McpClientError`; the link
 * is closed then, and nothing of the server is left running.
 */
export async function discover(options: DiscoverOptions): Promise<DiscoveredServer> {
  const { client, tap, transport, timeoutMs } = options;
  let stop: Stop | null = null;
  const watch = watchForStop(options, (reason) => {
    stop = reason;
  });
  try {
    await Promise.race([client.connect(tap, { timeout: SDK_NEVER_TIMES_OUT }), watch.stopped]);
    const { response } = tap.discovery;
    return readDiscovery(response !== null && "result" in response ? response.result : null);
  } catch (thrown) {
    const error =
      thrown instanceof McpClientError
        ? thrown
        : connectFailure({
            discovery: tap.discovery,
            thrown,
            timeoutMs,
            ending: stop ?? "failed",
            stderrTail: transport.stderrTail(),
          });
    await transport.close();
    throw new McpClientError({
      code: error.code,
      message: error.message,
      hint: error.hint,
      stderrTail: transport.stderrTail(),
      cause: error.cause ?? thrown,
    });
  } finally {
    watch.release();
  }
}

/** `stopped` rejects when the time is over or the caller aborts; until then it stays open. */
function watchForStop(
  { clock, timeoutMs, signal }: DiscoverOptions,
  onStop: (reason: Stop) => void,
): { readonly stopped: Promise<never>; release(): void } {
  let release = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    const stop = (reason: Stop) => () => {
      onStop(reason);
      reject(new Error(`connecting was stopped: ${reason}`));
    };
    const onAbort = stop("cancelled");
    const cancelTimer = clock.schedule(timeoutMs, stop("timed_out"));
    signal?.addEventListener("abort", onAbort, { once: true });
    release = () => {
      cancelTimer();
      signal?.removeEventListener("abort", onAbort);
    };
    if (signal?.aborted === true) onAbort();
  });
  return { stopped, release };
}
