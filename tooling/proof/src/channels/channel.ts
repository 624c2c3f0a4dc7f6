/** A way for a server to send without end, and what has to come of it. */
export interface Channel {
  readonly transport: "stdio" | "streamable_http";
  /** As the fixture `pours` names it. */
  readonly name:
    | "line"
    | "object"
    | "lines"
    | "notifications"
    | "stderr"
    | "body"
    | "event"
    | "comments"
    | "subscription";
  /** How the call ends that asks for it. */
  readonly ending: "completed" | "result_too_large" | "server_too_noisy" | "timeout";
  /** For how long it is watched at least, in milliseconds: what is not stopped goes on. */
  readonly watched: number;
}

const AT_ONCE = 0;
const LONG = 15_000;

export const CHANNELS: readonly [Channel, ...Channel[]] = [
  { transport: "stdio", name: "line", ending: "result_too_large", watched: AT_ONCE },
  { transport: "stdio", name: "object", ending: "result_too_large", watched: AT_ONCE },
  { transport: "stdio", name: "lines", ending: "server_too_noisy", watched: AT_ONCE },
  { transport: "stdio", name: "notifications", ending: "timeout", watched: AT_ONCE },
  { transport: "stdio", name: "stderr", ending: "completed", watched: AT_ONCE },
  { transport: "stdio", name: "subscription", ending: "completed", watched: LONG },
  { transport: "streamable_http", name: "body", ending: "result_too_large", watched: AT_ONCE },
  { transport: "streamable_http", name: "event", ending: "result_too_large", watched: AT_ONCE },
  { transport: "streamable_http", name: "comments", ending: "result_too_large", watched: AT_ONCE },
  {
    transport: "streamable_http",
    name: "notifications",
    ending: "result_too_large",
    watched: AT_ONCE,
  },
  { transport: "streamable_http", name: "subscription", ending: "completed", watched: LONG },
];
