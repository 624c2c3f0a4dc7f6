import { createNodeFetch } from "./http/node-fetch.js";
import { HttpTransport } from "./http-transport.js";
import type { McpTransport } from "./mcp-transport.js";
import { systemClock } from "./shared/clock.js";
import { systemFiles } from "./stdio/file-lookup.js";
import { spawnProgram } from "./stdio/spawn-program.js";
import { StdioTransport } from "./stdio-transport.js";
import type { TransportConfig } from "./transport-config.js";
import type { TransportPorts } from "./transport-ports.js";

/**
 * The link to one server, not started yet: nothing is resolved, opened or spawned before `start`. `ports` replaces parts of
 * the machine, for tests and simulation.
 */
export function createTransport(
  config: TransportConfig,
  ports: Partial<TransportPorts> = {},
): McpTransport {
  const machine: TransportPorts = {
    spawn: spawnProgram,
    fetch: ports.fetch ?? createNodeFetch(),
    clock: systemClock,
    files: systemFiles,
    platform: process.platform,
    environment: process.env,
    ...ports,
  };
  switch (config.kind) {
    case "stdio":
      return new StdioTransport(config, machine);
    case "streamable_http":
      return new HttpTransport(config, machine);
  }
}
