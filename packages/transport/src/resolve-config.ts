import { isAbsolute, win32 } from "node:path";
import { type MemberRequirement, requireMembers } from "@perspt/json";
import {
  DEFAULT_MAX_MESSAGE_BYTES,
  DEFAULT_MAX_STDERR_BYTES,
  type HttpTransportConfig,
  type StdioTransportConfig,
} from "./transport-config.js";

/** A configuration with its defaults filled in. */
export type ResolvedStdioConfig = StdioTransportConfig &
  Required<Pick<StdioTransportConfig, "environment" | "maxMessageBytes" | "maxStderrBytes">>;

export type ResolvedHttpConfig = HttpTransportConfig &
  Required<Pick<HttpTransportConfig, "headers" | "headerSources" | "maxMessageBytes">>;

/** Throws a `TypeError` where a member is not of its type; what its text says is judged by `checkEndpoint`. */
export function resolveStdio(config: StdioTransportConfig): ResolvedStdioConfig {
  requireMembers("a stdio transport", config, STDIO);
  return {
    ...config,
    environment: config.environment ?? new Map(),
    maxMessageBytes: config.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
    maxStderrBytes: config.maxStderrBytes ?? DEFAULT_MAX_STDERR_BYTES,
  };
}

/** Throws a `TypeError` where a member is not of its type; what its text says is judged by `checkEndpoint`. */
export function resolveHttp(config: HttpTransportConfig): ResolvedHttpConfig {
  requireMembers("a streamable_http transport", config, HTTP);
  return {
    ...config,
    headers: config.headers ?? new Map(),
    headerSources: config.headerSources ?? new Map(),
    maxMessageBytes: config.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
  };
}

const isAbsolutePath = (value: unknown): boolean =>
  typeof value === "string" && (isAbsolute(value) || win32.isAbsolute(value));

const isBound = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);

const isMap = (value: unknown): boolean => value === undefined || value instanceof Map;

const maxMessageBytes: MemberRequirement = {
  name: "maxMessageBytes",
  expected: "a whole number of bytes",
  holds: isBound,
};

const STDIO: readonly MemberRequirement[] = [
  {
    name: "command",
    expected: 'an array of the program and its arguments, such as ["company-docs-mcp", "--stdio"]',
    holds: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string"),
  },
  { name: "workingDirectory", expected: "an absolute path", holds: isAbsolutePath },
  {
    name: "workspace",
    expected: "an absolute path, where it is given",
    holds: (value) => value === undefined || isAbsolutePath(value),
  },
  {
    name: "environment",
    expected: 'a Map of names to values, such as new Map([["TOKEN", token]])',
    holds: isMap,
  },
  maxMessageBytes,
  { name: "maxStderrBytes", expected: "a whole number of bytes", holds: isBound },
];

const HTTP: readonly MemberRequirement[] = [
  {
    name: "url",
    expected: 'the text of an address, such as "https://tools.example.com/mcp"',
    holds: (value) => typeof value === "string",
  },
  {
    name: "headers",
    expected: 'a Map of names to values, such as new Map([["Authorization", value]])',
    holds: isMap,
  },
  { name: "headerSources", expected: "a Map of header names to variables", holds: isMap },
  maxMessageBytes,
];
