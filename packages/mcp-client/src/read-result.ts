import { isJsonObject, type JsonObject } from "@perspt/json";
import { wordIn } from "./word-in.js";

/** Methods whose server may ask for input before it answers (V7). */
const MAY_ASK_FOR_INPUT: ReadonlySet<string> = new Set([
  "tools/call",
  "prompts/get",
  "resources/read",
]);

export type ResultReading =
  | { readonly kind: "complete"; readonly result: JsonObject }
  | {
      readonly kind: "input_required";
      readonly inputRequests: JsonObject;
      /** To be echoed as it stands on the retry, and nowhere else; null where the server gave none (Q4). */
      readonly requestState: string | null;
    }
  | { readonly kind: "task"; readonly task: JsonObject; readonly taskId: string }
  | { readonly kind: "invalid"; readonly reason: string };

export interface ResultContext {
  readonly method: string;
  /** Whether the request may be answered by a wish for input. */
  readonly inputRounds: boolean;
  /** Whether the request may become a task: both sides have declared the extension (V6, V14). */
  readonly tasks: boolean;
}

/** Tells what a raw result is, by its `resultType` (V4 to V7, Q1). A result without one is invalid in this revision. */
export function readResult(result: JsonObject, context: ResultContext): ResultReading {
  const { resultType } = result;
  if (resultType === undefined) {
    return invalid("it has no resultType, which 2026-07-28 requires");
  }
  switch (wordIn(resultType)) {
    case "complete": {
      const { resultType: _, ...rest } = result;
      return { kind: "complete", result: rest };
    }
    case "input_required":
      return MAY_ASK_FOR_INPUT.has(context.method) && context.inputRounds
        ? readInputRequired(result)
        : invalid("it asks for input, which this request does not allow");
    case "task":
      return context.method === "tools/call" && context.tasks
        ? readTask(result)
        : invalid("it is a task, which this request does not allow");
    default:
      return invalid("its resultType is not known");
  }
}

function readInputRequired(result: JsonObject): ResultReading {
  const { inputRequests = {}, requestState = null } = result;
  if (!isJsonObject(inputRequests)) return invalid("its inputRequests are not an object");
  if (requestState !== null && typeof requestState !== "string") {
    return invalid("its requestState is not text");
  }
  if (Object.keys(inputRequests).length === 0 && requestState === null) {
    return invalid("it asks for input without saying which");
  }
  return { kind: "input_required", inputRequests, requestState };
}

/** The handle is flat, beside `resultType`; the nested shape of an older draft is none (J3). */
function readTask(result: JsonObject): ResultReading {
  const { taskId, status } = result;
  if (typeof taskId !== "string" || taskId === "") return invalid("it is a task without a task id");
  if (typeof status !== "string") return invalid("it is a task without a status");
  return { kind: "task", task: result, taskId };
}

function invalid(reason: string): ResultReading {
  return { kind: "invalid", reason };
}
