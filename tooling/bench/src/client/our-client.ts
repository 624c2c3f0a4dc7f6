import { allowEverything, connectMcpClient, type RemoteTool } from "@perspt/mcp-client";
import type { TransportConfig } from "@perspt/transport";
import { LEAN_SERVER } from "../lean-server.js";
import { type Connect, textLength } from "./wire-client.js";

const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

export function ourStdio(): Connect {
  return connecting({
    kind: "stdio",
    command: LEAN_SERVER,
    environment: new Map(),
    workingDirectory: process.cwd(),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxStderrBytes: 64 * 1024,
  });
}

export function ourHttp(url: string): Connect {
  return connecting({
    kind: "streamable_http",
    url,
    headers: new Map(),
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
}

function connecting(transport: TransportConfig): Connect {
  return async () => {
    const client = await connectMcpClient({
      serverId: "bench",
      transport,
      guard: allowEverything(),
      clientInfo: { name: "bench", version: "1.0.0" },
    });
    const { signal } = new AbortController();
    const { tools } = await client.listTools(signal);
    const tool = first(tools);
    return {
      tools: tools.length,
      client: {
        async call(length, milliseconds = 0) {
          const request = { kind: "tool", tool, arguments: { length, milliseconds } } as const;
          const outcome = await client.call(request, { call: "call", signal });
          if (outcome.kind === "completed") return textLength(outcome.result["content"]);
          throw new Error(`the call ended as ${outcome.kind}`);
        },
        close: () => client.close(),
      },
    };
  };
}

function first(tools: readonly RemoteTool[]): RemoteTool {
  const [tool] = tools;
  if (tool === undefined) throw new Error("the server lists no tool");
  return tool;
}
