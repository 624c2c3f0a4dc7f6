import { createServer, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** What a model says in one turn: text, thoughts, and calls of the offered tools that the pattern finds. */
export interface SpokenTurn {
  readonly reasoning?: string;
  readonly text?: string;
  /** How many words of the text come at once, one by default, and how long after each lot, no time by default. */
  readonly wordsAtOnce?: number;
  readonly paceMs?: number;
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
      void speak(response, turn ?? { text: "There is nothing left to say." }, body);
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

async function speak(response: ServerResponse, turn: SpokenTurn, body: string): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "small", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
    );
  send({ role: "assistant" });
  for (const word of words(turn.reasoning)) send({ reasoning_content: word });
  const spoken = words(turn.text);
  const { wordsAtOnce = 1, paceMs } = turn;
  const start = performance.now();
  for (let at = 0; at < spoken.length; at += wordsAtOnce) {
    send({ content: spoken.slice(at, at + wordsAtOnce).join("") });
    const due = start + (at + 1) * (paceMs ?? 0);
    if (paceMs !== undefined) await pause(Math.max(0, due - performance.now()));
  }
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
