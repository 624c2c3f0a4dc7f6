import { once } from "node:events";
import { LEAN_SERVER, spawnPiped } from "../lean-server.js";
import { type Connect, META, textLength } from "./wire-client.js";

type Result = Readonly<Record<string, unknown>>;
type Ask = (method: string, params: object) => Promise<Result>;

/** The floor over pipes: one JSON line out, one in, found again by its id. No bound, no check, no cancellation. */
export const bareStdio: Connect = async () => {
  const child = spawnPiped(LEAN_SERVER);
  const waiting = new Map<number, (result: Result) => void>();
  let parts: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = chunk.split("\n");
    for (const line of lines.slice(0, -1)) {
      const { id, result } = answerIn(parts.join("") + line);
      parts = [];
      waiting.get(id)?.(result);
      waiting.delete(id);
    }
    parts.push(lines.at(-1) ?? "");
  });
  let last = 0;
  const ask: Ask = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${message(last, method, params)}\n`);
    });
  return connected(ask, async () => {
    const exit = once(child, "exit");
    child.stdin.end();
    await exit;
  });
};

/** The floor over HTTP: `fetch` and nothing else. */
export function bareHttp(url: string): Connect {
  let last = 0;
  const ask: Ask = async (method, params) => {
    last += 1;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      },
      body: message(last, method, params),
    });
    return answerIn(await response.text()).result;
  };
  return () => connected(ask, async () => {});
}

interface Answer {
  readonly id: number;
  readonly result: Result;
}

function answerIn(text: string): Answer {
  const value: unknown = JSON.parse(text);
  if (isAnswer(value)) return value;
  throw new Error("the server answered with an error");
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "id" in value && "result" in value;
}

async function connected(ask: Ask, close: () => Promise<void>): ReturnType<Connect> {
  await ask("server/discover", {});
  const { tools } = await ask("tools/list", {});
  return {
    tools: Array.isArray(tools) ? tools.length : 0,
    client: {
      async call(length, milliseconds = 0) {
        const result = await ask("tools/call", {
          name: "tool_0",
          arguments: { length, milliseconds },
        });
        return textLength(result["content"]);
      },
      close,
    },
  };
}

function message(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: META } });
}
