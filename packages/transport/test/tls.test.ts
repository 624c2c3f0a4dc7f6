import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { httpTransport, rejection, request, temporaryFolder, toolCall } from "./harness.js";
import { endOf, startHost } from "./host-process.js";
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from "./localhost-certificate.js";

interface TlsServer {
  readonly url: string;
  readonly bodies: readonly string[];
  readonly connections: () => number;
}

async function tlsServer(): Promise<TlsServer> {
  const bodies: string[] = [];
  let connections = 0;
  const server = createServer(
    { cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY },
    (incoming, response) => {
      incoming.on("data", (part) => bodies.push(String(part)));
      incoming.on("end", () => {
        response.setHeader("content-type", "application/json");
        response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
      });
    },
  );
  server.on("secureConnection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/mcp`, bodies, connections: () => connections };
}

describe("over TLS", () => {
  test("a certificate that nobody vouches for fails the request before it is written", async () => {
    const server = await tlsServer();
    const transport = httpTransport(server.url);
    await transport.start();
    const error = await rejection(transport.send(toolCall(1, "echo")));
    expect(error).toMatchObject({ code: "tls_failed", mayHaveRun: false });
    expect(error.message).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(error.hint).toContain("NODE_EXTRA_CA_CERTS");
    expect(server.bodies).toStrictEqual([]);
  });

  test("T23: also where the environment would have it otherwise", async () => {
    const server = await tlsServer();
    const host = await startHost(sendTwice(server.url), {
      PATH: process.env["PATH"],
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    });
    const { output } = await endOf(host);
    expect(output).toContain("tls_failed");
    expect(server.bodies).toStrictEqual([]);
  });

  test("with an authority that the user added, requests share a connection, each through the gate", async () => {
    const server = await tlsServer();
    const authority = join(temporaryFolder(), "authority.pem");
    writeFileSync(authority, LOCALHOST_CERTIFICATE);
    const host = await startHost(sendTwice(server.url), {
      PATH: process.env["PATH"],
      NODE_EXTRA_CA_CERTS: authority,
    });
    const { output } = await endOf(host);
    expect(output).toBe("gate\nanswered\ngate\nanswered\n");
    expect(server.bodies).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });
});

function sendTwice(url: string): string {
  return `
    const link = transport.createTransport({
      kind: "streamable_http",
      url: ${JSON.stringify(url)},
      headers: new Map(),
      maxMessageBytes: 1000,
    });
    link.writeGate = () => { console.log("gate"); return { kind: "proceed" }; };
    await link.start();
    for (let round = 0; round < 2; round += 1) {
      await link.send(${JSON.stringify(request(1, "tools/list"))}).then(
        () => console.log("answered"),
        (error) => console.log(error.code),
      );
    }
    await link.close();`;
}
