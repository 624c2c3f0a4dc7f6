import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** What a model says in one turn: text, thoughts, and calls of the offered tools that the pattern finds. */
export interface SpokenTurn {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly tool: RegExp; readonly arguments: object }[];
}

export interface LoopbackProvider {
  readonly url: string;
  /** The bodies that it was sent. */
  readonly requests: readonly string[];
}

/** A provider of the OpenAI kind on loopback, which streams its turns word by word, in their order, and counts its tokens as told. */
export async function loopbackProvider(turns: readonly SpokenTurn[]): Promise<LoopbackProvider> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const turn = turns[requests.length];
      requests.push(body);
      speak(response, turn ?? { text: "There is nothing left to say." }, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, requests };
}

function speak(response: ServerResponse, turn: SpokenTurn, body: string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "small", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
    );
  send({ role: "assistant" });
  for (const word of words(turn.reasoning)) send({ reasoning_content: word });
  for (const word of words(turn.text)) send({ content: word });
  const calls = turn.calls ?? [];
  for (const [index, { tool, arguments: values }] of calls.entries()) {
    const name = offered(body).find((candidate) => tool.test(candidate));
    if (name === undefined) throw new Error(`no tool like ${tool} was offered`);
    const call = { name, arguments: JSON.stringify(values) };
    send({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: call }] });
  }
  send({}, calls.length > 0 ? "tool_calls" : "stop");
  const usage = { prompt_tokens: 1_204, completion_tokens: 96, total_tokens: 1_300 };
  response.write(
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "small", choices: [], usage })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

function words(text = ""): readonly string[] {
  return text.match(/\S*\s*/g)?.filter((word) => word !== "") ?? [];
}

function offered(body: string): readonly string[] {
  return [...body.matchAll(/"function":\{"name":"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
}
