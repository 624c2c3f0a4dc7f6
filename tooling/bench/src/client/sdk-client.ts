import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { LEAN_SERVER } from "../lean-server.js";
import { type Connect, textLength } from "./wire-client.js";

const VERSION = "2026-07-28";

/** Of another class than its own, the SDK probes on the very process that it will use, and does not start a second one. */
class OneProcessTransport extends StdioClientTransport {}

export function sdkStdio(): Connect {
  const [command, ...args] = LEAN_SERVER;
  return connecting(() => new OneProcessTransport({ command, args }));
}

/** As its documentation has it: the first question goes to a process of its own. */
export function sdkStdioAsShipped(): Connect {
  const [command, ...args] = LEAN_SERVER;
  return connecting(() => new StdioClientTransport({ command, args }));
}

export function sdkHttp(url: string): Connect {
  return connecting(() => new StreamableHTTPClientTransport(new URL(url)));
}

function connecting(createTransport: () => Transport): Connect {
  return async () => {
    const client = new Client(
      { name: "bench", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: VERSION } }, supportedProtocolVersions: [VERSION] },
    );
    await client.connect(createTransport());
    const { tools } = await client.listTools();
    return {
      tools: tools.length,
      client: {
        async call(length, milliseconds = 0) {
          const result = await client.callTool({
            name: "tool_0",
            arguments: { length, milliseconds },
          });
          return textLength(result.content);
        },
        close: () => client.close(),
      },
    };
  };
}
