import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { type Digest, digest, isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { CallLeg, OutgoingFacts } from "./call-guard.js";

/** Members that a retry adds to a call's own parameters. */
const RETRY_MEMBERS: ReadonlySet<string> = new Set(["_meta", "inputResponses", "requestState"]);

/** The facts of a leg, read from the message that is about to be written, never from what was planned. */
export function outgoingFacts(leg: CallLeg, message: JSONRPCMessage): OutgoingFacts {
  const { call, number, kind } = leg;
  const method = "method" in message ? message.method : leg.method;
  const params: JsonValue =
    "params" in message && isJsonObject(message.params) ? message.params : {};
  return {
    call,
    number,
    kind,
    method,
    target: targetOf(params),
    // A guard that does not ask for it does not pay for it.
    get argumentsDigest() {
      return digestOfArguments(method, params);
    },
  };
}

/** Digest of what a request carries: a tool's `arguments`, every other method's own parameters. */
export function digestOfArguments(method: string, params: JsonObject): Digest {
  if (method === "tools/call") return digest(params["arguments"] ?? {});
  return digest(
    Object.fromEntries(Object.entries(params).filter(([name]) => !RETRY_MEMBERS.has(name))),
  );
}

/** What a request is aimed at: a tool's or prompt's name, a resource's address, a task's id. */
export function targetOf(params: JsonObject): string {
  for (const name of ["name", "uri", "taskId"]) {
    const value = params[name];
    if (typeof value === "string") return value;
  }
  return "";
}
