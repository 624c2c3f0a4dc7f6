import type { JsonObject } from "@perspt/json";
import type { FileLookup } from "@perspt/transport";
import type { McpClientOptions } from "../client-options.js";
import { type ClientFrame, readFrame } from "./read-frame.js";
import type { ScriptedAnswer, ScriptedRequest, ScriptedStep } from "./script-step.js";
import { ScriptedConnection } from "./scripted-connection.js";

/** A server that follows a script, in this process. */
export interface ScriptedServer {
  /** Spread it into the options of `connectMcpClient`: the endpoint, and the ports behind which the script stands. */
  readonly endpoint: Required<Pick<McpClientOptions, "transport" | "ports">>;
  /** Every frame that a client sent, in order, as it came. */
  readonly received: readonly JsonObject[];
  /** Sends a notification now, on every open connection. Within a step's function it comes before the answer. */
  notify(method: string, params: JsonObject): void;
  /**
   * One sentence for each request that the script did not hold, each frame that no client of this protocol sends, and each step that
   * nobody has asked for yet. A test ends with `expect(server.problems()).toEqual([])`.
   */
  problems(): readonly string[];
}

/** Methods whose results carry `ttlMs` and `cacheScope` (K1). */
const CACHEABLE: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

const PROGRAM = "/scripted-server";

/** Whatever is looked for is there. */
const files: FileLookup = {
  find: async (path) => ({ kind: "program", realPath: path }),
  realPath: async (path) => path,
};

/**
 * A server in memory for tests of what is built on `McpClient`. It stands behind the client's port to the operating system, so that all of
 * the client and of its stdio transport runs as in production; no process is started and nothing is opened.
 *
 * A request takes the first unused step of its method, so that calls may come side by side. It fails closed: for a request without a step
 * left, and for a frame that is wrong, the server says why on standard error and ends with status 1, which the client meets as
 * `server_exited`. Connections made one after another share the script.
 */
export function scriptedServer(steps: readonly ScriptedStep[]): ScriptedServer {
  const left = [...steps];
  const received: JsonObject[] = [];
  const complaints: string[] = [];
  const connections = new Set<ScriptedConnection>();

  const take = (connection: ScriptedConnection, line: string): void => {
    const reading = readFrame(line);
    if (reading.kind !== "wrong") received.push(reading.frame);
    const verdict = judge(left, reading);
    switch (verdict.kind) {
      case "nothing":
        return;
      case "complain":
        complaints.push(verdict.problem);
        connection.events.errorOutput(Buffer.from(`${verdict.problem}\n`));
        connection.end(1);
        return;
      case "answer":
        reply(connection, verdict.request, verdict.answer);
    }
  };

  return {
    endpoint: {
      transport: {
        kind: "stdio",
        command: [PROGRAM],
        workingDirectory: "/",
        environment: new Map(),
        maxMessageBytes: 1024 * 1024,
        maxStderrBytes: 64 * 1024,
      },
      ports: {
        files,
        platform: "linux",
        environment: {},
        async spawn(_request, events) {
          const connection = new ScriptedConnection(events, (line) => take(connection, line));
          connections.add(connection);
          return connection;
        },
      },
    },
    received,
    notify(method, params) {
      for (const connection of connections) connection.send({ jsonrpc: "2.0", method, params });
    },
    problems: () => [
      ...complaints,
      ...left.map(({ method }) => `Nobody asked for ${method}, which the script still holds.`),
    ],
  };
}

type Verdict =
  | { readonly kind: "nothing" }
  | { readonly kind: "complain"; readonly problem: string }
  | {
      readonly kind: "answer";
      readonly request: ScriptedRequest;
      readonly answer: ScriptedAnswer;
    };

/** Takes the step of a request out of the script. */
function judge(left: ScriptedStep[], reading: ClientFrame): Verdict {
  switch (reading.kind) {
    case "notification":
      return { kind: "nothing" };
    case "wrong":
      return { kind: "complain", problem: reading.problem };
    case "request": {
      const { request } = reading;
      const index = left.findIndex(({ method }) => method === request.method);
      const [step] = index === -1 ? [] : left.splice(index, 1);
      if (step === undefined) {
        const problem = `The client asked for ${request.method}, and the script holds no further answer to it.`;
        return { kind: "complain", problem };
      }
      return answerOf(step, request);
    }
  }
}

function answerOf({ method, answer }: ScriptedStep, request: ScriptedRequest): Verdict {
  try {
    const chosen = typeof answer === "function" ? answer(request) : answer;
    return { kind: "answer", request, answer: chosen };
  } catch (error) {
    return {
      kind: "complain",
      problem: `The script's answer to ${method} threw: ${String(error)}`,
    };
  }
}

function reply(
  connection: ScriptedConnection,
  { id, method }: ScriptedRequest,
  answer: ScriptedAnswer,
): void {
  switch (answer.kind) {
    case "result": {
      const cacheable = CACHEABLE.has(method) ? { ttlMs: 0, cacheScope: "private" } : {};
      const result = { resultType: "complete", ...cacheable, ...answer.result };
      connection.send({ jsonrpc: "2.0", id, result });
      return;
    }
    case "error": {
      const { kind: _, ...error } = answer;
      connection.send({ jsonrpc: "2.0", id, error });
      return;
    }
    case "silence":
      return;
    case "exit":
      connection.end(0);
  }
}
