import { connect } from "node:net";
import { stripVTControlCharacters } from "node:util";
import {
  locateProgram,
  type ProgramEnd,
  type ProgramEvents,
  type RunningProgram,
  shutDown,
  spawnProgram,
  TransportError,
} from "@perspt/transport";
import { pause, systemClock } from "../client-clock.js";
import { McpClientError } from "../mcp-client-error.js";
import type { ServerProgram } from "./server-target.js";

export interface ListenerOptions extends ServerProgram {
  readonly url?: string;
  readonly timeoutMs: number;
}

/** A program that takes connections. */
export interface Listener {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a program wrote, on either channel, and how it ended. */
interface Output {
  text: string;
  end: ProgramEnd | null;
}

/** An address as programs print it, up to what cannot be part of it. */
const ADDRESS = /https?:\/\/(?:\[[0-9a-f:]+\]|[^\s"'`<>()[\]{},/]+)[^\s"'`<>()[\]{},]*/i;

/** A server that listens everywhere is reached on this machine. */
const ON_THIS_MACHINE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

const MAX_OUTPUT = 64 * 1024;
const POLL_INTERVAL = 25;
const CONNECT_TIMEOUT = 1000;

/**
 * Starts a program and waits until it listens. Rejects with a `McpClientError`: `server_exited` where it ends before, `timeout` where it
 * does not listen in time, and what `locateProgram` says where there is none. Nothing of it runs then.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const output: Output = { text: "", end: null };
  const take = (bytes: Uint8Array): void => {
    output.text = (output.text + Buffer.from(bytes).toString("utf8")).slice(-MAX_OUTPUT);
  };
  const program = await start(options, {
    output: take,
    errorOutput: take,
    outputClosed: () => {}, // It may listen all the same.
    ended: (end) => {
      output.end = end;
    },
  });
  const url = await listeningAddress(options, output);
  const stop = (): Promise<void> => shutDown(program, "at_once", systemClock);
  if (url !== null) return { url, stop };
  const { end } = output;
  await stop();
  throw end === null ? tooLate(options, output.text) : ended(end, output.text);
}

function ended({ exitCode, signal }: ProgramEnd, stderrTail: string): McpClientError {
  const how = signal === null ? `with status ${exitCode}` : `by ${signal}`;
  return new McpClientError({
    code: "server_exited",
    message: `The program ended ${how} before it listened.`,
    hint: "Run its command by hand to see why it ends.",
    stderrTail,
  });
}

function tooLate({ url, timeoutMs }: ListenerOptions, stderrTail: string): McpClientError {
  return new McpClientError({
    code: "timeout",
    message: `The program did not listen within ${timeoutMs} ms.`,
    hint:
      url === undefined
        ? "It has to print its endpoint, such as http://127.0.0.1:3000/mcp; or give the endpoint as url."
        : `Nothing takes connections at ${url}.`,
    stderrTail,
  });
}

async function start(options: ListenerOptions, events: ProgramEvents): Promise<RunningProgram> {
  const { command, workingDirectory = process.cwd(), environment = new Map() } = options;
  const [name, ...programArguments] = command;
  const bounds = { maxMessageBytes: 0, maxStderrBytes: 0 };
  try {
    const program = await locateProgram({
      kind: "stdio",
      command,
      workingDirectory,
      environment,
      ...bounds,
    });
    const variables = new Map([...inherited(), ...environment]);
    const request = { program, name, programArguments, workingDirectory, environment: variables };
    return await spawnProgram(request, events);
  } catch (error) {
    throw new McpClientError({
      code: error instanceof TransportError ? error.code : "spawn_failed",
      message: error instanceof Error ? error.message : String(error),
      hint: error instanceof TransportError ? error.hint : null,
      cause: error,
    });
  }
}

/** What every child gets of this process's environment, as the stdio transport gives it (T08). */
function inherited(): readonly (readonly [string, string])[] {
  return ["PATH", "SystemRoot"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** Null where the program ended, or the time was over. */
async function listeningAddress(
  { url, timeoutMs }: ListenerOptions,
  output: Readonly<Output>,
): Promise<string | null> {
  const { signal } = new AbortController();
  const deadline = systemClock.now() + timeoutMs;
  while (output.end === null && systemClock.now() < deadline) {
    const address = url ?? printedAddress(output.text);
    if (address !== null && (await takesConnections(new URL(address)))) return address;
    await pause(systemClock, POLL_INTERVAL, signal);
  }
  return null;
}

/** The first address in the finished lines of a program's output: the last line may still be under way. Pure. */
export function printedAddress(output: string): string | null {
  const finished = stripVTControlCharacters(output.slice(0, output.lastIndexOf("\n") + 1));
  const text = ADDRESS.exec(finished)?.[0].replace(/[.:;!?]+$/, "");
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.hostname = ON_THIS_MACHINE.get(url.hostname) ?? url.hostname;
  return url.href;
}

function takesConnections({ hostname, port, protocol }: URL): Promise<boolean> {
  const usual = protocol === "https:" ? 443 : 80;
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usual : Number(port),
    timeout: CONNECT_TIMEOUT,
  });
  return new Promise((resolve) => {
    const settle = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", settle(true));
    socket.once("error", settle(false));
    socket.once("timeout", settle(false));
  });
}
