import { isJsonObject, type JsonValue } from "@perspt/json";
import type { RemoteTool } from "./mcp-client.js";
import { type FetchPage, readPages } from "./read-pages.js";
import { SERVER_LISTS } from "./server-list.js";

/**
 * All pages of a tool list, or nothing of it (`readPages`). One bad tool rejects nothing (report 8), nor does one that is listed twice:
 * each is listed in a shape that admission can name (G4).
 */
export async function listTools(fetchPage: FetchPage): Promise<readonly RemoteTool[]> {
  const listed = await readPages(SERVER_LISTS.tools, fetchPage);
  return listed.map(toTool);
}

function toTool(listed: JsonValue): RemoteTool {
  const definition = isJsonObject(listed) ? listed : {};
  const { name, inputSchema, outputSchema } = definition;
  return {
    name: typeof name === "string" ? name : "",
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    outputSchema: isJsonObject(outputSchema) ? outputSchema : null,
    definition,
  };
}
