/** Echo whose every byte is written alone, with CRLF line ends (I2, report 17). */
import { createInterface } from "node:readline";
import { createService, respond, text } from "../wire/protocol.mjs";

const service = createService({
  "tools/list": () => ({ tools: [{ name: "echo", inputSchema: { type: "object" } }] }),
  "tools/call": ({ arguments: { message } }) => text(message),
});

async function answer(line) {
  const response = await respond(service, JSON.parse(line), {});
  for (const byte of Buffer.from(`${JSON.stringify(response)}\r\n`)) {
    await new Promise((resolve) => process.stdout.write(Buffer.of(byte), resolve));
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  void answer(line);
});
