import { type MemberRequirement, requireMembers } from "@perspt/json";
import { createNodeFetch } from "./http/node-fetch.js";
import { HttpTransport } from "./http-transport.js";
import type { McpTransport } from "./mcp-transport.js";
import { resolveHttp, resolveStdio } from "./resolve-config.js";
import { systemClock } from "./shared/clock.js";
import { systemFiles } from "./stdio/file-lookup.js";
import { spawnProgram } from "./stdio/spawn-program.js";
import { StdioTransport } from "./stdio-transport.js";
import type { TransportConfig } from "./transport-config.js";
import type { TransportPorts } from "./transport-ports.js";

const KIND: MemberRequirement = {
  name: "kind",
  expected: '"stdio" or "streamable_http"',
  holds: (kind) => kind === "stdio" || kind === "streamable_http",
};

/**
 * The link to one server, not started yet: nothing is resolved, opened or spawned before `start`. `ports` replaces parts of
 * the machine, for tests and simulation. Throws a `TypeError` that names the member of `config` that is not of its type; what is wrong
 * with its text, such as an address that may not be used, is what `start` rejects with.
 */
export function createTransport(
  config: TransportConfig,
  ports: Partial<TransportPorts> = {},
): McpTransport {
  requireMembers("a transport", config, [KIND]);
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
      return new StdioTransport(resolveStdio(config), machine);
    case "streamable_http":
      return new HttpTransport(resolveHttp(config), machine);
  }
}
