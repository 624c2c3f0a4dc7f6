import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import {
  createModelRoute,
  type ModelEvent,
  type ModelPorts,
  type ModelProviderName,
  type ModelRequest,
} from "../src/index.js";

export interface SeenRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** How one request is answered: status, headers, and pieces of the body with a pause between them. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces: readonly string[];
  /** Cuts the connection after the pieces instead of ending it. */
  readonly end?: "close" | "cut" | "stay";
}

/** A provider on loopback that answers its requests in turn, the last answer again and again. */
export async function providerServer(answers: readonly Answer[]) {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      requests.push({ url: request.url ?? "", headers: request.headers, body });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer !== undefined) void write(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return { url: `http://127.0.0.1:${portOf(address)}/v1`, requests };
}

function portOf({ port }: AddressInfo): number {
  return port;
}

async function write(response: ServerResponse, answer: Answer): Promise<void> {
  response.writeHead(answer.status ?? 200, {
    "content-type": "text/event-stream",
    ...answer.headers,
  });
  for (const piece of answer.pieces) {
    response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (answer.end === "cut") response.destroy();
  else if (answer.end !== "stay") response.end();
}

/** Events of a turn, all of them. */
export async function turn(
  provider: ModelProviderName,
  url: string,
  over: {
    readonly request?: Partial<ModelRequest>;
    readonly signal?: AbortSignal;
    readonly ports?: ModelPorts;
  } = {},
): Promise<readonly ModelEvent[]> {
  const route = createModelRoute(
    {
      provider,
      model: "test-model",
      baseUrl: url,
      apiKey: "key-for-tests",
      apiKeyEnv: "TEST_KEY",
      contextTokens: null,
    },
    { pause: async () => {}, random: () => 0, ...over.ports },
  );
  const events: ModelEvent[] = [];
  const request = { messages: [{ role: "user", text: "Hi" }], tools: [], ...over.request } as const;
  for await (const event of route.stream(request, over.signal ?? new AbortController().signal)) {
    events.push(event);
  }
  return events;
}

/** Server-sent events without names, as OpenAI and Google send them. */
export const data = (...frames: readonly unknown[]): string =>
  frames
    .map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`)
    .join("");

/** Named server-sent events, as Anthropic sends them. */
export const named = (
  ...frames: readonly { readonly type: string; readonly [member: string]: unknown }[]
): string =>
  frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join("");

/** One text cut into pieces of that many characters. */
export const cut = (text: string, size: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
