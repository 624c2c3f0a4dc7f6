import { readParameterHeaders } from "@perspt/json";
import type { ExcludedTool, RemoteTool, ToolList } from "./mcp-client.js";

/** Leaves out what a client of Streamable HTTP must (H7). Each tool by itself: a bad one takes no good one along. Pure. */
export function excludeTools(
  listed: readonly RemoteTool[],
  transport: "stdio" | "streamable_http",
): ToolList {
  if (transport === "stdio") return { tools: listed, excluded: [] };
  const tools: RemoteTool[] = [];
  const excluded: ExcludedTool[] = [];
  for (const tool of listed) {
    const reading = readParameterHeaders(tool.inputSchema);
    if (reading.kind === "headers") tools.push(tool);
    else excluded.push({ tool, problem: reading.problem });
  }
  return { tools, excluded };
}
