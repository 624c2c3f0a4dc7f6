import { createInterface } from "node:readline";
import { respond } from "./protocol.mjs";

/** Serves on this process's own pipes until standard input ends, then exits as soon as nothing is left to do. */
export function serveStdio(service) {
  const running = new Map();
  const writeLine = (bytes) => process.stdout.write(Buffer.concat([bytes, Buffer.from("\n")]));
  const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined) {
      if (message.method === "notifications/cancelled") {
        running.get(message.params?.requestId)?.abort();
      }
      return;
    }
    const controller = new AbortController();
    running.set(message.id, controller);
    const exchange = {
      id: message.id,
      headers: {},
      signal: controller.signal,
      notify: (method, params) => write({ jsonrpc: "2.0", method, params }),
      send: write,
      raw: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve())),
      frame: writeLine,
      end: () => process.stdout.end(),
      drop: () => process.kill(process.pid, "SIGKILL"),
    };
    void respond(service, message, exchange).then((response) => {
      running.delete(message.id);
      if (!controller.signal.aborted) write(response);
    });
  });
}
