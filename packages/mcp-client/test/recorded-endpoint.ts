import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type FixtureName, fixture, recordStdin, startFixture } from "@perspt/fixture-servers";
import type { JsonObject } from "@perspt/json";
import type { TransportConfig } from "@perspt/transport";
import { onTestFinished } from "vitest";
import { http, parseObject, stdio, type TransportKind, temporaryFolder } from "./clients.js";

/** One message as it stood on the wire. */
export interface WireMessage {
  readonly message: JsonObject;
  /** Null over stdio. */
  readonly http: { readonly verb: string; readonly headers: IncomingHttpHeaders } | null;
}

export interface RecordedEndpoint {
  readonly transport: TransportConfig;
  /** Everything that reached the server, in order. */
  readonly messages: () => readonly WireMessage[];
}

/** A fixture program as an endpoint whose every incoming byte is kept: over stdio by a program before it, over HTTP by a forwarder. */
export async function recordedEndpoint(
  kind: TransportKind,
  name: FixtureName,
  programArguments: readonly string[] = [],
): Promise<RecordedEndpoint> {
  if (kind === "stdio") {
    const log = join(temporaryFolder(), "stdin");
    return {
      transport: stdio(recordStdin(log, [process.execPath, fixture(name), ...programArguments])),
      messages: () =>
        readFileSync(log, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => ({ message: parseObject(line), http: null })),
    };
  }
  const running = await startFixture(name, programArguments);
  onTestFinished(() => running.stop());
  const messages: WireMessage[] = [];
  const url = await startForwarder(running.url, (message) => messages.push(message));
  return { transport: http(url), messages: () => messages };
}

async function startForwarder(
  target: string,
  onMessage: (message: WireMessage) => void,
): Promise<string> {
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      const { method: verb = "", headers } = incoming;
      onMessage({ message: parseObject(body.toString("utf8")), http: { verb, headers } });
      const onward = sendRequest(target, { method: verb, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      });
      onward.on("error", () => response.destroy());
      response.on("close", () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/mcp`;
}
