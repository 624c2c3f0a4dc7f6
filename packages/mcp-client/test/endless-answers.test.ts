import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type Answer, type Asked, answeringServer } from "./answering-server.js";
import { callTool, connect, http } from "./clients.js";

const TIMEOUT_MS = 700;

/** Far more than the timeout and the slowest machine: only an answer without end takes this long. */
const FOREVER_MS = 15_000;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

function progressTokenOf({ body }: Asked): string {
  const token = /"progressToken":("[^"]*")/.exec(JSON.stringify(body))?.[1];
  return token ?? expect.unreachable("the call carries no progress token");
}

/** Writes again and again, for as long as somebody listens. */
function repeat(response: ServerResponse, piece: (count: number) => string): void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    response.write(piece(count));
  }, 20);
  response.on("close", () => clearInterval(timer));
}

const ENDLESS: readonly (readonly [what: string, answer: Answer])[] = [
  [
    "H17: progress",
    (response, asked) => {
      openStream(response);
      const token = progressTokenOf(asked);
      repeat(
        response,
        (count) =>
          `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${count}}}\n\n`,
      );
    },
  ],
  [
    "H23: keep-alive comments",
    (response) => {
      openStream(response);
      repeat(response, () => ": ping\n\n");
    },
  ],
  [
    "H23: a JSON body, byte by byte",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      repeat(response, () => " ");
    },
  ],
  [
    "H23: an event, byte by byte",
    (response) => {
      openStream(response);
      response.write("data: ");
      repeat(response, () => "x");
    },
  ],
  [
    "H23: a page of an error, byte by byte",
    (response) => {
      response.writeHead(503, { "content-type": "text/html" });
      repeat(response, () => "x");
    },
  ],
  ["H16: nothing, not even a head", () => {}],
  ["H17: a head and nothing more", openStream],
];

describe.each(ENDLESS)("a server that answers a call without end with %s", (_, answer) => {
  test("is left at the timeout: the call is uncertain, its stream is closed, nothing is sent after it", async () => {
    let tellClosed = (): void => {};
    const closed = new Promise<void>((resolve) => {
      tellClosed = resolve;
    });
    const server = await answeringServer({
      "tools/call": (response, asked) => {
        response.on("close", () => tellClosed());
        answer(response, asked);
      },
    });
    const client = await connect(http(server.url), { timeoutMs: TIMEOUT_MS });
    const began = performance.now();
    expect(await callTool(client, "t")).toMatchObject({ kind: "uncertain", mayHaveRun: true });
    expect(performance.now() - began).toBeLessThan(FOREVER_MS);
    await closed;
    const methods = ["server/discover", "tools/list", "tools/call"];
    expect(server.requests.map(({ method }) => method)).toEqual(methods);
    expect(server.requests.map(({ verb }) => verb)).toEqual(["POST", "POST", "POST"]);
  });
});

describe("a stream that breaks", () => {
  test("H15: loses its call: it is not sent again, nothing is resumed, and the next call has an id of its own", async () => {
    const server = await answeringServer({
      "tools/call": (response, asked) => {
        openStream(response);
        const token = progressTokenOf(asked);
        response.write(
          `id: 7\nretry: 1\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":1}}\n\n`,
          () => response.destroy(),
        );
      },
    });
    const client = await connect(http(server.url));
    expect(await callTool(client, "t")).toMatchObject({
      kind: "uncertain",
      error: { code: "connection_lost" },
    });
    expect(server.asked("tools/call")).toBe(1);
    await callTool(client, "t");
    const calls = server.requests.filter(({ method }) => method === "tools/call");
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(server.requests.every(({ verb }) => verb === "POST")).toBe(true);
    expect(server.requests.every(({ headers }) => headers["last-event-id"] === undefined)).toBe(
      true,
    );
  });

  test("H24: leaves the calls beside it alone", async () => {
    const server = await answeringServer({
      "tools/call": (response, { id, earlier }) => {
        if (earlier % 2 === 0) {
          openStream(response);
          response.destroy();
          return;
        }
        const result = { resultType: "complete", content: [] };
        response.writeHead(200, { "content-type": "application/json" });
        setTimeout(() => response.end(JSON.stringify({ jsonrpc: "2.0", id, result })), 100);
      },
    });
    const client = await connect(http(server.url));
    const { tools } = await client.listTools(new AbortController().signal);
    const [tool] = tools;
    if (tool === undefined) throw new Error("the server lists a tool");
    const options = { call: "c", signal: new AbortController().signal };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => client.call({ kind: "tool", tool, arguments: {} }, options)),
    );
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "completed")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "uncertain")).toHaveLength(10);
  });
});
