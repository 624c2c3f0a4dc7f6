import { text } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { callForText, counts, eventually, inbox, request, toolCall } from "./harness.js";
import { answerJson, facing, openStream, RESULT } from "./raw-server.js";

describe("an answer", () => {
  test("H12: may be JSON or a stream, request by request", async () => {
    const { transport } = await facing((response, received, index) => {
      if (index % 2 === 0) {
        answerJson(response, received, text("from JSON"));
        return;
      }
      openStream(response, ": hello\r\n\r\n");
      const message = { jsonrpc: "2.0", id: index + 1, result: text("from a stream") };
      response.end(`data: ${JSON.stringify(message)}\r\n\r\n`);
    });
    expect(await callForText(transport, toolCall(1, "echo"))).toBe("from JSON");
    expect(await callForText(transport, toolCall(2, "echo"))).toBe("from a stream");
  });

  test("report 17: keeps every character, one byte at a time", async () => {
    const message = "zwölf 日本 🦜 e\u0301";
    const bytes = Buffer.from(
      `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: text(message) })}\n\n`,
    );
    const { transport } = await facing((response) => {
      openStream(response);
      const writeFrom = (index: number) => {
        if (index === bytes.length) response.end();
        else response.write(bytes.subarray(index, index + 1), () => writeFrom(index + 1));
      };
      writeFrom(0);
    });
    expect(await callForText(transport, toolCall(1, "echo"))).toBe(message);
  });

  test("settles its request although the server keeps the stream open, and lets go of it", async () => {
    const { server, transport } = await facing((response) => {
      openStream(response, `data: ${RESULT}\n\n`);
    });
    await transport.send(toolCall(1, "echo"));
    await eventually(() => server.connections.every((socket) => socket.destroyed));
  });

  test("on a stream that ends in good order leaves its connection for the next request", async () => {
    const { server, transport } = await facing((response, _received, index) => {
      openStream(response);
      response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: index, result: {} })}\n\n`);
    });
    for (let id = 0; id < 5; id += 1) await transport.send(request(id, "tools/list"));
    expect(server.connections).toHaveLength(1);
  });

  test("H14, T15, T16: is not a foreign response, a request or a batch before it, nor a second one after it", async () => {
    const { transport } = await facing((response) => {
      openStream(response);
      for (const frame of [
        '{"jsonrpc":"2.0","id":99,"method":"sampling/createMessage"}',
        '{"jsonrpc":"2.0","id":"1","result":{"forged":true}}',
        `[${RESULT}]`,
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}',
        RESULT,
        '{"jsonrpc":"2.0","id":1,"result":{"second":true}}',
      ]) {
        response.write(`data: ${frame}\n\n`);
      }
      response.end();
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toStrictEqual([
      { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]);
    expect(counts(transport)).toStrictEqual({
      unanswered_server_request: 1,
      foreign_response: 1,
      refused_batch: 1,
    });
  });

  test("E1: is an error that names no request, for the stream serves one", async () => {
    const { transport } = await facing((response) => {
      openStream(response);
      response.end('data: {"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}\n\n');
    });
    const messages = inbox(transport);
    await transport.send(toolCall(1, "echo"));
    expect(messages).toStrictEqual([
      { jsonrpc: "2.0", id: 1, error: { code: -32700, message: "what?" } },
    ]);
  });

  test("H13: is no event of another type", async () => {
    const { transport } = await facing((response) => {
      openStream(response, `event: endpoint\ndata: /messages\n\ndata: ${RESULT}\n\n`);
      response.end();
    });
    await transport.send(toolCall(1, "echo"));
    expect(counts(transport)).toStrictEqual({ ignored_event: 1 });
  });
});
