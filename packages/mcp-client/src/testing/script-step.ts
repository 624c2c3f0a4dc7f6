import type { JsonObject, JsonValue } from "@perspt/json";
import { PROTOCOL_VERSION } from "../mcp-client.js";

/** A request as the scripted server received it; its envelope was checked before. */
export interface ScriptedRequest {
  /** The JSON-RPC id that the client chose: a subscription's notifications name it. */
  readonly id: string | number;
  readonly method: string;
  /** As it came, `_meta` included. */
  readonly params: JsonObject;
}

/** What the scripted server does about one request. */
export type ScriptedAnswer =
  /** `resultType`, and where the protocol wants them `ttlMs` and `cacheScope`, are filled in unless given. */
  | { readonly kind: "result"; readonly result: JsonObject }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly message: string;
      readonly data?: JsonValue;
    }
  /** No answer ever comes: for deadlines, cancellation and subscriptions. */
  | { readonly kind: "silence" }
  /** The server ends without an answer, so that the connection is lost. */
  | { readonly kind: "exit" };

/** One request that the script expects, and what happens then. */
export interface ScriptedStep {
  readonly method: string;
  /** A function is handed the request, for answers that depend on it. */
  readonly answer: ScriptedAnswer | ((request: ScriptedRequest) => ScriptedAnswer);
}

/** The answer to `server/discover`, which every connection starts with. */
export function discovers(capabilities: JsonObject = { tools: {} }): ScriptedStep {
  return results("server/discover", { supportedVersions: [PROTOCOL_VERSION], capabilities });
}

/** One page of tools, each as a server lists it; `inputSchema` is filled in as any object unless given. */
export function listsTools(...tools: readonly JsonObject[]): ScriptedStep {
  const listed = tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool }));
  return results("tools/list", { tools: listed });
}

/** A tool call's answer: one block of text. */
export function answersText(text: string): ScriptedStep {
  return results("tools/call", { content: [{ type: "text", text }] });
}

function results(method: string, result: JsonObject): ScriptedStep {
  return { method, answer: { kind: "result", result } };
}
