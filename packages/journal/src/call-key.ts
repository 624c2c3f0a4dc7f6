import { type Digest, digest, type JsonObject } from "@perspt/json";

/** Names a call by what it asks of whom, whatever its tool's definition says: SHA-256 over the redacted arguments (governance.md). */
export function callKeyOf(call: {
  readonly endpointIdentity: string;
  readonly operation: string;
  readonly arguments: JsonObject;
}): Digest {
  const { endpointIdentity, operation, arguments: argumentsValue } = call;
  return digest({ endpointIdentity, operation, arguments: argumentsValue });
}
