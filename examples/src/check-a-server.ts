// Tests a server of your own: what every client relies on, and then what this server is for.
import { fileURLToPath } from "node:url";
import { checkServer, connectToServer, type ServerTarget } from "@perspt/mcp-client/testing";

const script = fileURLToPath(new URL("./notes-server.js", import.meta.url));
const notes: ServerTarget = { kind: "stdio", command: [process.execPath, script] };

const { checks, problems } = await checkServer(notes, {
  calls: [
    { tool: "read_note", arguments: { title: "welcome" } },
    { tool: "read_note", arguments: { title: "no such note" }, ends: "tool_error" },
  ],
});
console.log(checks.filter(({ finding }) => finding.kind === "passed").length, "of", checks.length); // 9 of 9
console.log(problems.length); // 0

// In a test: expect(problems).toEqual([]). A server that is broken is told what is wrong with it.
const crash = "console.error('no database'); process.exit(1)";
const broken = await checkServer({ kind: "stdio", command: [process.execPath, "--eval", crash] });
console.log(broken.problems[0]?.includes("no database")); // true

// What no check can know: a note that was added can be read.
const server = await connectToServer(notes);
await server.callTool("add_note", { title: "plans" });
const read = await server.callTool("read_note", { title: "plans" });
console.log(read.kind); // completed
await server.stop();
