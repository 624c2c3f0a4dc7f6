import type { TransportConfig } from "@perspt/transport";
import type { ServerTarget } from "./server-target.js";
import { startListener } from "./start-listener.js";

/** A server that can be connected to. */
export interface StartedServer {
  readonly transport: TransportConfig;
  /** Ends what was started for it; resolves within two seconds. A stdio program ends with its connection. */
  stop(): Promise<void>;
}

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;

/** Rejects with a `McpClientError` where a program cannot be started or does not listen in time; nothing of it is left then. */
export async function startServer(target: ServerTarget, timeoutMs: number): Promise<StartedServer> {
  switch (target.kind) {
    case "stdio":
      return { transport: stdio(target), stop: async () => {} };
    case "http":
      return { transport: http(target.url, target.headers), stop: async () => {} };
    case "http_program": {
      const listener = await startListener({ ...target, timeoutMs });
      return { transport: http(listener.url), stop: () => listener.stop() };
    }
  }
}

function stdio({
  command,
  workingDirectory = process.cwd(),
  environment = new Map(),
}: Extract<ServerTarget, { readonly kind: "stdio" }>): TransportConfig {
  return {
    kind: "stdio",
    command,
    workingDirectory,
    environment,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxStderrBytes: MAX_STDERR_BYTES,
  };
}

function http(url: string, headers: ReadonlyMap<string, string> = new Map()): TransportConfig {
  return { kind: "streamable_http", url, headers, maxMessageBytes: MAX_MESSAGE_BYTES };
}
