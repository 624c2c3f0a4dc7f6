import { SERVER_NUMBERS } from "../bounds.js";
import { EntryFields } from "./entry-fields.js";
import { headersOf, variablesOf } from "./entry-values.js";
import { reasonForField } from "./field-reasons.js";
import { isRecord } from "./foreign-document.js";
import type { ForeignValue } from "./foreign-value.js";

/** A server as another program starts or reaches it. */
export interface ForeignServer {
  readonly transport:
    | { readonly kind: "stdio"; readonly command: readonly string[] }
    | { readonly kind: "streamable_http"; readonly url: string };
  /** Variables of the program, or headers, by name. */
  readonly values: ReadonlyMap<string, ForeignValue>;
  /** Milliseconds; null where it says none that can be taken over. */
  readonly timeoutMs: number | null;
  readonly skippedFields: readonly SkippedField[];
}

/** A setting that has no place here, or is taken from another place. */
export interface SkippedField {
  /** `cwd`, or `env.NAME`. */
  readonly field: string;
  /** Follows a colon. */
  readonly reason: string;
}

export type EntryReading =
  | { readonly kind: "server"; readonly server: ForeignServer }
  | { readonly kind: "skipped"; readonly code: EntrySkipCode; readonly reason: string };

export type EntrySkipCode = "disabled" | "unsupported_transport" | "unreadable";

/** Reads one entry of another program's servers. */
export function readForeignEntry(entry: unknown): EntryReading {
  if (!isRecord(entry)) return skipped("unreadable", "it is no table of settings");
  const fields = new EntryFields(entry);
  const [isDisabled, isEnabled] = [fields.take("disabled"), fields.take("enabled")];
  if (isDisabled === true || isEnabled === false) {
    return skipped("disabled", "it is switched off there");
  }
  const type = fields.take("type", "transport", "transportType");
  const command = commandOf(fields);
  const url = fields.take("url", "httpUrl", "serverUrl");
  const kind = kindOf(type, command, url);
  if (typeof kind !== "string") return kind;
  const transport = transportOf(kind, command, url);
  if (transport === null) {
    return skipped(
      "unreadable",
      kind === "stdio"
        ? "its command is no program with a list of words"
        : "its address is no text",
    );
  }
  const values = kind === "stdio" ? variablesOf(fields) : headersOf(fields);
  const timeout = timeoutOf(fields);
  return {
    kind: "server",
    server: {
      transport,
      values,
      timeoutMs: timeout,
      skippedFields: fields.rest().map((field) => ({ field, reason: reasonForField(field) })),
    },
  };
}

type Kind = ForeignServer["transport"]["kind"];

const TYPES: ReadonlyMap<string, Kind> = new Map([
  ["stdio", "stdio"],
  ["local", "stdio"],
  ["http", "streamable_http"],
  ["streamablehttp", "streamable_http"],
  ["remote", "streamable_http"],
]);

function kindOf(type: unknown, command: unknown, url: unknown): Kind | EntryReading {
  const said = typeof type === "string" ? type.toLowerCase().replace(/[-_ ]/g, "") : "";
  const typed = TYPES.get(said);
  if (said === "sse") {
    return skipped(
      "unsupported_transport",
      "its transport, SSE, belongs to older protocols; if it has an address for streamable HTTP, add that with `perspt mcp add NAME --url URL`",
    );
  }
  if (type !== undefined && typed === undefined) {
    return skipped("unsupported_transport", "its transport is neither stdio nor streamable HTTP");
  }
  if ((command === undefined) === (url === undefined)) {
    return skipped(
      "unreadable",
      command === undefined
        ? "it has neither a command nor an address"
        : "it has both a command and an address",
    );
  }
  const kind = command === undefined ? "streamable_http" : "stdio";
  return typed === undefined || typed === kind
    ? kind
    : skipped("unreadable", "its type is not that of its other settings");
}

function transportOf(
  kind: Kind,
  command: unknown,
  url: unknown,
): ForeignServer["transport"] | null {
  switch (kind) {
    case "stdio":
      return isWords(command) && command.length > 0 ? { kind, command } : null;
    case "streamable_http":
      return typeof url === "string" ? { kind, url } : null;
  }
}

/** The program with its arguments, which some programs keep apart. Anything but text in them is left for the caller to refuse. */
function commandOf(fields: EntryFields): unknown {
  const [command, words] = [fields.take("command"), fields.take("args")];
  if (command === undefined) return undefined;
  const program: readonly unknown[] = Array.isArray(command) ? command : [command];
  const behind: readonly unknown[] = Array.isArray(words)
    ? words
    : words === undefined
      ? []
      : [null];
  return [...program, ...behind].map((word) => (typeof word === "number" ? String(word) : word));
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

/** Codex says its unit, and means what `timeout_ms` means. */
function timeoutOf(fields: EntryFields): number | null {
  const seconds = fields.takeIf("tool_timeout_sec", isTimeout);
  return seconds === undefined ? null : Math.round(seconds * 1000);
}

function isTimeout(seconds: unknown): seconds is number {
  const { min, max } = SERVER_NUMBERS.timeout_ms;
  return typeof seconds === "number" && seconds * 1000 >= min && seconds * 1000 <= max;
}

function skipped(code: EntrySkipCode, reason: string) {
  return { kind: "skipped" as const, code, reason };
}
