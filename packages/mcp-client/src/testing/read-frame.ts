import { isJsonObject, type JsonObject } from "@perspt/json";
import { PROTOCOL_VERSION } from "../mcp-client.js";
import type { ScriptedRequest } from "./script-step.js";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** One line of a client, as a 2026-07-28 server has to take it. */
export type ClientFrame =
  | { readonly kind: "request"; readonly request: ScriptedRequest; readonly frame: JsonObject }
  | { readonly kind: "notification"; readonly frame: JsonObject }
  /** Why no client of this protocol sends this. */
  | { readonly kind: "wrong"; readonly problem: string };

/** Pure: what a client's line means (V1, V2). */
export function readFrame(line: string): ClientFrame {
  const frame = parse(line);
  if (!isJsonObject(frame)) return wrong("a line that is no JSON object", line);
  const { jsonrpc, id, method, params = {} } = frame;
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isJsonObject(params)) {
    return wrong("a frame that is neither a request nor a notification", line);
  }
  if (id === undefined) return { kind: "notification", frame };
  if (typeof id !== "string" && typeof id !== "number") {
    return wrong("a request whose id is neither a string nor a number", line);
  }
  const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
  if (meta[VERSION_KEY] !== PROTOCOL_VERSION || !isJsonObject(meta[CAPABILITIES_KEY])) {
    return wrong(`a ${method} request without its 2026-07-28 envelope in params._meta`, line);
  }
  return { kind: "request", request: { id, method, params }, frame };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function wrong(what: string, line: string): ClientFrame {
  return { kind: "wrong", problem: `The client sent ${what}: ${line.slice(0, 300)}` };
}
