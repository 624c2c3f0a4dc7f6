import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { type Digest, digest, isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { CallLeg, OutgoingFacts } from "./call-guard.js";

/** Members that a retry adds to a call's own parameters. */
const RETRY_MEMBERS: ReadonlySet<string> = new Set(["_meta", "inputResponses", "requestState"]);

/** The facts of a leg, read from the message that is about to be written, never from what was planned. */
export function outgoingFacts(leg: CallLeg, message: JSONRPCMessage): OutgoingFacts {
  const params: JsonValue =
    "params" in message && isJsonObject(message.params) ? message.params : {};
  return {
    ...leg,
    method: "method" in message ? message.method : leg.method,
    target: targetOf(params),
    argumentsDigest: digestOfArguments(params),
  };
}

/** Digest of the arguments that parameters carry: `arguments` of a tool, the parameters themselves of everything else. */
export function digestOfArguments(params: JsonObject): Digest {
  const isToolCall = isJsonObject(params["arguments"]) && typeof params["name"] === "string";
  if (isToolCall && isJsonObject(params["arguments"])) return digest(params["arguments"]);
  return digest(
    Object.fromEntries(Object.entries(params).filter(([name]) => !RETRY_MEMBERS.has(name))),
  );
}

function targetOf(params: JsonObject): string {
  for (const name of ["name", "uri", "taskId"]) {
    const value = params[name];
    if (typeof value === "string") return value;
  }
  return "";
}
