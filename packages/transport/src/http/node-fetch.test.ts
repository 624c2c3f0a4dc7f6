import { createServer as createTcpServer } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { rejection } from "../../test/harness.js";
import { rawServer } from "../../test/raw-server.js";
import type { FetchRequest } from "./fetch-port.js";
import { createNodeFetch, type NodeFetchOptions } from "./node-fetch.js";

function post(url: string, overrides: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url: new URL(url),
    compose: () => ({ headers: [["X-Test", "1"]], body: Buffer.from("{}") }),
    signal: new AbortController().signal,
    ...overrides,
  };
}

function nodeFetch(options: NodeFetchOptions = {}) {
  const fetch = createNodeFetch(options);
  onTestFinished(() => fetch.close());
  return fetch;
}

/** A resolver that answers every name with these addresses. */
function resolverTo(...addresses: readonly string[]): NonNullable<NodeFetchOptions["lookup"]> {
  return (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? "", first?.family);
  };
}

const elsewhereAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

describe("T19: plain HTTP stays on this machine", () => {
  test("when the name resolves to it", async () => {
    const server = await rawServer((response) => response.end());
    const fetch = nodeFetch({ lookup: resolverTo("127.0.0.1") });
    const response = await fetch.post(post(`http://localhost:${server.port}/`));
    expect(response.status).toBe(200);
  });

  // A machine without a network has no elsewhere.
  test.runIf(elsewhereAddress)("and nothing is written when the name leads elsewhere", async () => {
    // An address of this machine that is not loopback stands for any other machine.
    const received: string[] = [];
    const elsewhere = createTcpServer((socket) => {
      socket.on("data", (part) => received.push(String(part)));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "::", resolve));
    onTestFinished(() => {
      elsewhere.close();
    });
    const address = elsewhere.address();
    if (address === null || typeof address === "string") expect.unreachable();
    let isComposed = false;
    const compose = () => {
      isComposed = true;
      return { headers: [], body: Buffer.from("secret") };
    };
    const fetch = nodeFetch({ lookup: resolverTo(elsewhereAddress ?? "") });
    const error = await rejection(
      fetch.post(post(`http://localhost:${address.port}/`, { compose })),
    );
    expect(error).toMatchObject({ code: "invalid_endpoint", mayHaveRun: false });
    expect(isComposed).toBe(false);
    expect(received).toStrictEqual([]);
  });
});

describe("a connection", () => {
  test("that is idle is let go before a server would, and a silent stream is not idle", async () => {
    const server = await rawServer((response, _request, index) => {
      if (index === 0) response.end("done");
      else response.writeHead(200).write("first");
    });
    const fetch = nodeFetch({ idleConnection: 50 });
    const quick = await fetch.post(post(server.url));
    await new Promise<void>((end) => quick.read({ bytes() {}, end, fail: () => end() }));
    await expect.poll(() => server.connections[0]?.destroyed, { timeout: 5000 }).toBe(true);

    const silent = await fetch.post(post(server.url));
    let isOver = false;
    silent.read({
      bytes() {},
      end: () => {
        isOver = true;
      },
      fail: () => {
        isOver = true;
      },
    });
    await sleep(300);
    expect(isOver).toBe(false);
    silent.cut();
  });

  test("whose owner stops composing is not written to", async () => {
    const server = await rawServer((response) => response.end());
    const compose = () => {
      throw new RangeError("second thoughts");
    };
    await expect(nodeFetch().post(post(server.url, { compose }))).rejects.toThrow(RangeError);
    await expect.poll(() => server.connections[0]?.destroyed, { timeout: 5000 }).toBe(true);
    expect(server.requests).toStrictEqual([]);
  });

  test("that breaks between head and reading is told to whoever reads", async () => {
    const server = await rawServer((response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("abc", () => response.destroy());
    });
    const response = await nodeFetch().post(post(server.url));
    await sleep(100);
    const outcome = await new Promise<string>((resolve) => {
      response.read({ bytes() {}, end: () => resolve("end"), fail: () => resolve("fail") });
    });
    expect(outcome).toBe("fail");
  });
});

test("speaking TLS to a plain port is a TLS failure, not an unreachable server", async () => {
  const server = await rawServer((response) => response.end());
  const error = await rejection(nodeFetch().post(post(`https://127.0.0.1:${server.port}/`)));
  expect(error).toMatchObject({ code: "tls_failed", mayHaveRun: false });
});

test("a name that does not resolve is unreachable", async () => {
  const lookup: NonNullable<NodeFetchOptions["lookup"]> = (_host, _options, callback) => {
    callback(Object.assign(new Error("no such host"), { code: "ENOTFOUND" }), "");
  };
  const error = await rejection(nodeFetch({ lookup }).post(post("https://nowhere.example.test/")));
  expect(error).toMatchObject({ code: "unreachable", mayHaveRun: false });
  expect(error.message).toBe("nowhere.example.test could not be reached (ENOTFOUND).");
});
