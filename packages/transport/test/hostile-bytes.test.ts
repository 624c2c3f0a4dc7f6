import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTransport, scriptedFetch, scriptedSpawn, TransportError } from "../src/index.js";
import { inbox, request } from "./harness.js";

/** S2: whatever a server writes, the transport neither throws nor believes it. */

const FRAMES = [
  '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"日本 \\ud83e\\udd9c"}]}}',
  '{"result":{"a":[1,2,{"id":7}]},"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x","data":[null]}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}',
  '{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}}',
];

/** A correct frame with a few bytes changed, dropped, doubled or put in. */
const mutatedFrames = fc
  .tuple(
    fc.constantFrom(...FRAMES),
    fc.array(
      fc.tuple(fc.nat(400), fc.constantFrom("set", "drop", "insert", "double"), fc.nat(255)),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([frame, mutations]) => {
    const bytes = [...Buffer.from(frame)];
    for (const [place, kind, value] of mutations) {
      const at = place % bytes.length;
      if (kind === "set") bytes[at] = value;
      else if (kind === "drop") bytes.splice(at, 1);
      else if (kind === "insert") bytes.splice(at, 0, value);
      else bytes.splice(at, 0, ...bytes.slice(at, at + 20));
    }
    return Buffer.from(bytes);
  });

const streams = fc.array(fc.oneof(mutatedFrames, fc.uint8Array({ maxLength: 60 })), {
  maxLength: 6,
});

/** What a request may come to: its own answer, or a coded error. */
function expectHonest(outcome: unknown, delivered: readonly JSONRPCMessage[]): void {
  if (outcome !== "answered") expect(outcome).toBeInstanceOf(TransportError);
  const responses = delivered.filter((message) => !("method" in message));
  expect(responses).toHaveLength(outcome === "answered" ? 1 : 0);
  for (const message of delivered) {
    if ("id" in message) expect(message.id).toBe(1);
    expect(message.jsonrpc).toBe("2.0");
  }
}

describe("S2: mutated frames", () => {
  test("over stdio", async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (frames) => {
        const output = frames.flatMap((frame) => [frame, "\n"]);
        const ends = { exitCode: 0, signal: null };
        const script = scriptedSpawn([[{}, { output, ends }]]);
        const transport = createTransport(
          {
            kind: "stdio",
            command: [process.execPath],
            workingDirectory: "/",
            environment: new Map(),
            maxMessageBytes: 2000,
            maxStderrBytes: 100,
          },
          script,
        );
        const delivered = inbox(transport);
        await transport.start();
        const outcome = await transport.send(request(1, "tools/list")).then(
          () => "answered",
          (error: unknown) => error,
        );
        expectHonest(outcome, delivered);
        await transport.close();
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["as a stream", "text/event-stream", (frame: Uint8Array) => ["data: ", frame, "\n\n"]],
    ["as a body", "application/json", (frame: Uint8Array) => [frame]],
  ])("over HTTP %s", async (_name, type, wrap) => {
    await fc.assert(
      fc.asyncProperty(streams, async (frames) => {
        const fetch = scriptedFetch([
          { status: 200, headers: { "content-type": type }, body: frames.flatMap(wrap) },
        ]);
        const transport = createTransport(
          {
            kind: "streamable_http",
            url: "https://a.test/",
            headers: new Map(),
            maxMessageBytes: 2000,
          },
          { fetch },
        );
        const delivered = inbox(transport);
        await transport.start();
        const outcome = await transport.send(request(1, "tools/list")).then(
          () => "answered",
          (error: unknown) => error,
        );
        expectHonest(outcome, delivered);
      }),
      { numRuns: 500 },
    );
  });
});
