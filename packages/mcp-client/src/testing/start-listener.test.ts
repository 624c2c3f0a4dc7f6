import { expect, onTestFinished, test } from "vitest";
import { McpClientError } from "../mcp-client-error.js";
import { printedAddress, startListener } from "./start-listener.js";

const node = (script: string): [string, string, string] => [process.execPath, "--eval", script];

/** A program that listens on a free port, or on `PORT`, and prints what `says` makes of the port. */
const listens = (says: string) => `
  const server = require("node:net").createServer();
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
    const { port } = server.address();
    ${says}
  });`;

async function startFailure(script: string): Promise<McpClientError> {
  try {
    await startListener({ command: node(script), timeoutMs: 1500 });
  } catch (error) {
    if (error instanceof McpClientError) return error;
    throw error;
  }
  return expect.unreachable("it started");
}

test.each([
  ["listening at http://127.0.0.1:3000/mcp.\n", "http://127.0.0.1:3000/mcp"],
  [
    "\u001b[36mhttp://localhost:\u001b[1m3000\u001b[22m/mcp\u001b[39m\n",
    "http://localhost:3000/mcp",
  ],
  ['{"listening":"http://127.0.0.1:1/mcp"}\n', "http://127.0.0.1:1/mcp"],
  ["on http://[::1]:8080/mcp\n", "http://[::1]:8080/mcp"],
  ["http://0.0.0.0:3000/mcp\n", "http://127.0.0.1:3000/mcp"],
  ["http://[::]:3000/\n", "http://[::1]:3000/"],
  ["docs\nsee (https://localhost:1/a), then https://b.test/\n", "https://localhost:1/a"],
])("in %j the endpoint is %s", (output, address) => {
  expect(printedAddress(output)).toBe(address);
});

test.each(["", "ready\n", "http://127.0.0.1:3000/mc", "http://\n", "ftp://a/\n"])(
  "in %j there is no endpoint",
  (output) => {
    expect(printedAddress(output)).toBeNull();
  },
);

test.each(["console.log", "console.error"])(
  "an endpoint is read from what %s prints",
  async (log) => {
    const script = listens(`${log}("http://127.0.0.1:" + port + "/mcp")`);
    const listener = await startListener({ command: node(script), timeoutMs: 10_000 });
    onTestFinished(() => listener.stop());
    expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  },
);

test("a given endpoint is waited for, and the program's variables are those given", async () => {
  const first = await startListener({
    command: node(listens(`console.log("http://127.0.0.1:" + port + "/")`)),
    timeoutMs: 10_000,
  });
  await first.stop();
  const { port } = new URL(first.url);
  const listener = await startListener({
    command: node(`setTimeout(() => {${listens("")}}, 200)`),
    environment: new Map([["PORT", port]]),
    url: `http://127.0.0.1:${port}/mcp`,
    timeoutMs: 10_000,
  });
  onTestFinished(() => listener.stop());
  expect(listener.url).toBe(`http://127.0.0.1:${port}/mcp`);
});

test("a program that ends before it listens is told with what it wrote", async () => {
  expect(await startFailure(`console.error("no such table")`)).toMatchObject({
    code: "server_exited",
    message: "The program ended with status 0 before it listened.",
    stderrTail: "no such table\n",
  });
});

test("a program that says nothing is told what was waited for, and is ended", async () => {
  const error = await startFailure(
    `process.stderr.write("pid " + process.pid); setInterval(() => {}, 1000)`,
  );
  expect(error).toMatchObject({
    code: "timeout",
    message: "The program did not listen within 1500 ms.",
  });
  expect(error.hint).toContain("print its endpoint");
  const pid = Number(error.stderrTail.replace("pid ", ""));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("a program that does not exist is told as the transport tells it", async () => {
  await expect(
    startListener({ command: ["perspt-no-such-program"], timeoutMs: 1000 }),
  ).rejects.toMatchObject({ name: "McpClientError", code: "program_not_found" });
});
