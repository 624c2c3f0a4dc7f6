import { startHttpServer, text } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { TransportError } from "../src/index.js";
import {
  callForText,
  cancellation,
  eventually,
  httpTransport,
  rejection,
  started,
  toolCall,
} from "./harness.js";
import { answerEmpty, facing, openStream } from "./raw-server.js";

describe("H16: cancelling", () => {
  test("closes the stream, fails the request, and posts nothing", async () => {
    const { server, transport } = await facing((response) => openStream(response, ": hello\n\n"));
    const abort = new AbortController();
    const waiting = rejection(transport.send(toolCall(1, "slow"), { requestSignal: abort.signal }));
    await eventually(() => server.requests.length === 1);
    abort.abort();
    expect(await waiting).toMatchObject({ code: "cancelled", mayHaveRun: true });
    await transport.send(cancellation(1));
    await eventually(() => server.connections.every((socket) => socket.destroyed));
    expect(server.requests).toHaveLength(1);
  });

  test("closes the connection that still waits for a head", async () => {
    const { server, transport } = await facing(() => {});
    const abort = new AbortController();
    const waiting = rejection(transport.send(toolCall(1, "slow"), { requestSignal: abort.signal }));
    await eventually(() => server.requests.length === 1);
    abort.abort();
    expect(await waiting).toMatchObject({ code: "cancelled", mayHaveRun: true });
    await eventually(() => server.connections.every((socket) => socket.destroyed));
  });

  test("before anything was written never ran", async () => {
    const { server, transport } = await facing(answerEmpty);
    const error = await rejection(
      transport.send(toolCall(1, "slow"), { requestSignal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ code: "cancelled", mayHaveRun: false });
    expect(server.requests).toStrictEqual([]);
  });

  test("one request leaves the others alone, and does not tell that their stream ended", async () => {
    const server = await startHttpServer({
      "tools/call": (params: { name: string }, exchange) =>
        params.name === "slow" ? new Promise(() => exchange.notify("a", {})) : text("here"),
    });
    onTestFinished(() => server.close());
    const transport = await started(httpTransport(server.url));
    const abort = new AbortController();
    let ends = 0;
    const waiting = rejection(
      transport.send(toolCall(1, "slow"), {
        requestSignal: abort.signal,
        onRequestStreamEnd: () => {
          ends += 1;
        },
      }),
    );
    await eventually(() => server.requests.length === 1);
    abort.abort();
    await waiting;
    expect(await callForText(transport, toolCall(2, "echo"))).toBe("here");
    expect(ends).toBe(0);
  });
});

describe("closing", () => {
  test("fails what waits, tells the owner last and once, and leaves no connection", async () => {
    const { server, transport } = await facing((response) => openStream(response, ": hello\n\n"));
    const order: string[] = [];
    transport.onclose = () => order.push("owner told");
    const waiting = transport.send(toolCall(1, "slow")).catch((error: unknown) => {
      order.push(error instanceof TransportError ? error.code : String(error));
    });
    await eventually(() => server.requests.length === 1);
    await transport.close();
    await waiting;
    await transport.close();
    expect(order).toStrictEqual(["closed", "owner told"]);
    await eventually(() => server.connections.every((socket) => socket.destroyed));
    expect(await rejection(transport.send(toolCall(2, "echo")))).toMatchObject({
      code: "closed",
      mayHaveRun: false,
    });
  });
});
