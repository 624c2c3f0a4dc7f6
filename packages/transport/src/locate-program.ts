import { systemFiles } from "./stdio/file-lookup.js";
import { resolveProgram } from "./stdio/resolve-program.js";
import type { StdioTransportConfig } from "./transport-config.js";
import type { TransportPorts } from "./transport-ports.js";

/**
 * The absolute real path of the program that a stdio transport of this configuration starts: what identifies the server, so that a
 * program swapped behind the same name is another one (T05). Starts nothing. Rejects with a `TransportError` where there is none.
 */
export async function locateProgram(
  config: StdioTransportConfig,
  ports: Partial<Pick<TransportPorts, "files" | "platform" | "environment">> = {},
): Promise<string> {
  const { realPath } = await resolveProgram({
    program: config.command[0],
    searchPath: (ports.environment ?? process.env)["PATH"],
    workspace: config.workspace ?? null,
    platform: ports.platform ?? process.platform,
    files: ports.files ?? systemFiles,
  });
  return realPath;
}
