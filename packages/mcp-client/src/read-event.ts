import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { McpServerEvent } from "./server-event.js";

/** A notification as the event that it tells; null for one that is malformed, which is dropped and counted. */
export function readEvent(method: string, params: JsonObject): McpServerEvent | null {
  switch (method) {
    case "notifications/progress":
      return progress(params);
    case "notifications/message": {
      const { level, logger, data } = params;
      if (typeof level !== "string") return null;
      return {
        type: "log",
        level,
        logger: typeof logger === "string" ? logger : null,
        data: data ?? null,
      };
    }
    case "notifications/resources/updated":
      return typeof params["uri"] === "string"
        ? { type: "resource_updated", uri: params["uri"] }
        : null;
    case "notifications/tools/list_changed":
      return { type: "tools_list_changed" };
    case "notifications/prompts/list_changed":
      return { type: "prompts_list_changed" };
    case "notifications/resources/list_changed":
      return { type: "resources_list_changed" };
    case "notifications/tasks":
      return { type: "task", task: params };
    case "notifications/cancelled": {
      const id = params["requestId"];
      return isToken(id) ? { type: "cancelled", requestId: id } : null;
    }
    case "notifications/subscriptions/acknowledged": {
      const filter = params["notifications"];
      return isJsonObject(filter) ? { type: "subscription_acknowledged", filter } : null;
    }
    default:
      return { type: "custom", method, params };
  }
}

/** Total and message may be missing or odd; the progress itself may not (P2, P4). */
function progress({ progressToken, progress: value, total, message }: JsonObject) {
  if (!isToken(progressToken) || typeof value !== "number" || !Number.isFinite(value)) return null;
  return {
    type: "progress",
    token: progressToken,
    progress: value,
    total: typeof total === "number" && Number.isFinite(total) ? total : null,
    message: typeof message === "string" ? message : null,
  } as const;
}

function isToken(value: JsonValue | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
