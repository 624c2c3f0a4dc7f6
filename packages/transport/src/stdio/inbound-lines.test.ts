import type { RequestId } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import type { TransportClock } from "../shared/clock.js";
import { DiagnosticLog } from "../shared/diagnostic-log.js";
import type { LinkFailure } from "../shared/link-failure.js";
import {
  type DeliveredFrame,
  InboundLines,
  MAX_NOISE_BYTES,
  MAX_NOISE_LINES,
  MAX_SKIPPED_BYTES,
  SKIP_GRACE,
} from "./inbound-lines.js";

/** An inbound side whose requests 1 and "a" are in flight, with all that it tells, and its timers. */
function inbound(maxMessageBytes = 1000) {
  const delivered: DeliveredFrame[] = [];
  const lost: [RequestId, string][] = [];
  const broken: LinkFailure[] = [];
  const dropped: number[] = [];
  const timers = new Map<() => void, number>();
  const diagnostics = new DiagnosticLog();
  const clock: TransportClock = {
    now: () => 0,
    schedule(milliseconds, callback) {
      timers.set(callback, milliseconds);
      return () => timers.delete(callback);
    },
  };
  const lines = new InboundLines({
    maxMessageBytes,
    diagnostics,
    clock,
    events: {
      delivered: (frame) => delivered.push(frame),
      dropped: (length) => dropped.push(length),
      answerLost: (id, failure) => {
        const isInFlight = (id === 1 || id === "a") && !lost.some(([known]) => known === id);
        if (isInFlight) lost.push([id, failure.code]);
        return isInFlight;
      },
      linkBroken: (failure) => {
        broken.push(failure);
        lines.stop();
      },
    },
  });
  const write = (text: string) => lines.push(Buffer.from(text));
  const counts = () =>
    Object.fromEntries(diagnostics.list().map(({ code, count }) => [code, count]));
  return { write, lines, delivered, dropped, lost, broken, timers, counts };
}

const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

describe("report 1: lines that are no messages", () => {
  test("are skipped and counted exactly, and messages between them arrive", () => {
    const side = inbound();
    side.write(`Azure MCP v1.2\n\n${RESPONSE}goodbye\r\n`);
    expect(side.delivered.map(({ kind }) => kind)).toStrictEqual(["response"]);
    expect(side.counts()).toStrictEqual({ stdout_noise: 3 });
    expect(side.broken).toStrictEqual([]);
  });

  test("T14: end the link with the line after the last one allowed", () => {
    const side = inbound();
    side.write("x\n".repeat(MAX_NOISE_LINES));
    expect(side.broken).toStrictEqual([]);
    side.write("x\n".repeat(1000));
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["server_too_noisy"]);
    expect(side.counts()).toStrictEqual({ stdout_noise: MAX_NOISE_LINES + 1 });
  });

  test("T14: end the link with the byte after the last one allowed", () => {
    const side = inbound(MAX_NOISE_BYTES * 2);
    side.write(`${"x".repeat(MAX_NOISE_BYTES)}\n`);
    expect(side.broken).toStrictEqual([]);
    side.write("x\n");
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["server_too_noisy"]);
  });

  test("T15: batches count among them, requests from the server do not", () => {
    const side = inbound();
    for (let round = 0; round < 100; round += 1) {
      side.write('{"jsonrpc":"2.0","id":99,"method":"roots/list"}\n');
    }
    expect(side.broken).toStrictEqual([]);
    side.write(`[${RESPONSE.trim()}]\n`.repeat(MAX_NOISE_LINES + 1));
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["server_too_noisy"]);
    expect(side.counts()).toStrictEqual({
      unanswered_server_request: 100,
      refused_batch: MAX_NOISE_LINES + 1,
    });
    expect(side.delivered).toStrictEqual([]);
  });
});

describe("an answer that cannot be used", () => {
  test.each([
    [
      "report 17: invalid UTF-8",
      Buffer.from([...Buffer.from('{"id":1,"x":"'), 0xff, ...Buffer.from('"}\n')]),
    ],
    ["broken JSON", Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":}}\n')],
    ["a wrong shape", Buffer.from('{"jsonrpc":"2.0","id":1,"result":"text"}\n')],
    [
      "T29: a nesting bomb",
      Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"a":${"[".repeat(400)}${"]".repeat(400)}}}\n`),
    ],
  ])("%s fails its own request and nothing else", (_name, bytes) => {
    const side = inbound();
    side.lines.push(bytes);
    expect(side.lost).toStrictEqual([[1, "invalid_frame"]]);
    expect(side.counts()).toStrictEqual({ invalid_message: 1 });
    expect(side.broken).toStrictEqual([]);
  });

  test("whose request is unknown is noise", () => {
    const side = inbound();
    side.write('{"jsonrpc":"2.0","id":2,"result":"text"}\n');
    expect(side.lost).toStrictEqual([]);
    expect(side.counts()).toStrictEqual({ stdout_noise: 1 });
  });
});

describe("T13: a line beyond the cap", () => {
  const filler = "x".repeat(2000);

  test("costs its own request at once where the id comes first", () => {
    const side = inbound();
    side.write(`{"jsonrpc":"2.0","id":1,"result":{"text":"${filler}`);
    expect(side.lost).toStrictEqual([[1, "result_too_large"]]);
    expect(side.timers.size).toBe(0);
    side.write(`"}}\n${RESPONSE.replace("1", '"b"')}`);
    expect(side.broken).toStrictEqual([]);
    expect(side.counts()).toStrictEqual({});
    expect(side.delivered.map(({ kind }) => kind)).toStrictEqual(["response"]);
  });

  test("costs its own request when it ends where the id comes last", () => {
    const side = inbound();
    side.write(`{"result":{"text":"${filler}`);
    expect(side.lost).toStrictEqual([]);
    side.write('"},"jsonrpc":"2.0","id":"a"}\n');
    expect(side.lost).toStrictEqual([["a", "result_too_large"]]);
    expect(side.timers.size).toBe(0);
  });

  test("that is nobody's answer is dropped and reported", () => {
    const side = inbound();
    side.write(`{"jsonrpc":"2.0","method":"notifications/message","params":"${filler}"}\n`);
    expect(side.counts()).toStrictEqual({ oversize_message: 1 });
    expect(side.broken).toStrictEqual([]);
    expect(side.timers.size).toBe(0);
  });

  test("that is no object ends the link at once", () => {
    const side = inbound();
    side.write(filler);
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["result_too_large"]);
  });

  test("whose id stays unknown ends the link after a grace", () => {
    const side = inbound();
    side.write(`{"result":{"text":"${filler}`);
    expect([...side.timers.values()]).toStrictEqual([SKIP_GRACE]);
    for (const expire of side.timers.keys()) expire();
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["result_too_large"]);
    expect(side.timers.size).toBe(0);
  });

  test("that never ends is read past for so long and no longer", () => {
    const side = inbound();
    const part = Buffer.alloc(1024 * 1024, "x");
    side.write('{"id":1,"result":{"text":"');
    for (let seen = 0; seen <= MAX_SKIPPED_BYTES; seen += part.length) side.lines.push(part);
    expect(side.lost).toStrictEqual([[1, "result_too_large"]]);
    expect(side.broken.map(({ code }) => code)).toStrictEqual(["result_too_large"]);
  });
});

test("T70: what is dropped is told with its length, for it is work all the same", () => {
  const side = inbound(100);
  side.write('{"jsonrpc":"2.0","id":99,"method":"roots/list"}\n');
  side.write(`{"x":"${"x".repeat(200)}"}\n`);
  expect(side.dropped).toStrictEqual([47, 208]);
});

test("nothing is reported after a stop", () => {
  const side = inbound();
  side.lines.stop();
  side.write(RESPONSE);
  expect(side.delivered).toStrictEqual([]);
});
