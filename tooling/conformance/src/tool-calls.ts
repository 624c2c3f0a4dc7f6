import { isJsonObject, type JsonObject } from "@perspt/json";

export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The calls that a scenario asks for in its context, or null where it leaves them to the client. Throws where they cannot be read. */
export function toolCallsOf(context: string | undefined): readonly ToolCall[] | null {
  const read: unknown = context === undefined ? null : JSON.parse(context);
  const calls = isJsonObject(read) ? read["toolCalls"] : undefined;
  if (calls === undefined) return null;
  if (!Array.isArray(calls)) throw new Error(`expected a list of calls; got ${context}`);
  return calls.map((call: unknown) => {
    const { name, arguments: value } = isJsonObject(call) ? call : {};
    if (typeof name !== "string" || !isJsonObject(value)) {
      throw new Error(`expected a call of a tool; got ${JSON.stringify(call)}`);
    }
    return { name, arguments: value };
  });
}
