/** A server of revision 2025-11-25: answers `initialize`, executes tools without asking, knows nothing of `server/discover`. */
import { createInterface } from "node:readline";

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const reply = (body) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
  if (method === "initialize") {
    const serverInfo = { name: "legacy", version: "1.0.0" };
    const protocolVersion = params?.protocolVersion ?? "2025-11-25";
    reply({ result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/call") {
    reply({ result: { content: [{ type: "text", text: "executed under the old rules" }] } });
  } else {
    reply({ error: { code: -32601, message: "Method not found" } });
  }
});
