import type { JSONRPCNotification, RequestId } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import type { McpDiagnosticCode } from "./diagnostic-code.js";
import type { ProgressTokens } from "./progress-tokens.js";
import type { McpServerEvent } from "./server-event.js";
import type { Subscription, SubscriptionNews } from "./subscription.js";

/** Longest payload of a log or custom event, in bytes of JSON; a longer one is dropped and counted (T70). */
export const MAX_EVENT_BYTES = 16 * 1024;

const SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId";

/** Notifications that belong to a subscription and mean nothing without one (S4). */
const SUBSCRIPTION_METHODS: ReadonlySet<string> = new Set([
  "notifications/subscriptions/acknowledged",
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
  "notifications/tasks",
]);

export interface NotificationRouterOptions {
  /** Whether logs were asked for; without that a server must not send them (L1). */
  readonly wantsLogs: boolean;
  readonly progress: ProgressTokens;
  readonly emit: (event: McpServerEvent) => void;
  readonly note: (code: McpDiagnosticCode, sample: string) => void;
}

/** Sorts the notifications of one server into events. What nobody asked for is dropped and counted. */
export class NotificationRouter {
  readonly #options: NotificationRouterOptions;
  readonly #open = new Map<
    RequestId,
    { readonly subscription: Subscription; readonly tell: (news: SubscriptionNews) => void }
  >();

  constructor(options: NotificationRouterOptions) {
    this.#options = options;
  }

  /** Hands the subscription's notifications to `tell`, until the returned function is called. */
  follow(subscription: Subscription, tell: (news: SubscriptionNews) => void): () => void {
    this.#open.set(subscription.id, { subscription, tell });
    return () => {
      this.#open.delete(subscription.id);
    };
  }

  take(notification: JSONRPCNotification): void {
    const { method } = notification;
    const params: JsonObject = isJsonObject(notification.params) ? notification.params : {};
    const id = subscriptionOf(method, params);
    const open = id === null ? undefined : this.#open.get(id);
    if (open !== undefined) {
      const news = open.subscription.take(notification);
      if (news.kind === "dropped") this.#options.note(news.code, method);
      open.tell(news);
    } else if (SUBSCRIPTION_METHODS.has(method)) {
      this.#options.note("event_without_subscription", method);
    } else {
      this.#takeOther(method, params);
    }
  }

  #takeOther(method: string, params: JsonObject): void {
    switch (method) {
      case "notifications/progress": {
        const reading = this.#options.progress.read(params);
        if (reading.kind === "event") this.#options.emit(reading.event);
        else this.#options.note(reading.code, method);
        return;
      }
      case "notifications/message":
        this.#takeLog(params);
        return;
      case "notifications/cancelled": {
        const { requestId } = params;
        if (isRequestId(requestId)) this.#options.emit({ type: "cancelled", requestId });
        else this.#options.note("malformed_notification", method);
        return;
      }
      default:
        this.#emitBounded(method, { type: "custom", method, params });
    }
  }

  #takeLog({ level, logger, data = null }: JsonObject): void {
    if (!this.#options.wantsLogs) {
      this.#options.note("unrequested_log", typeof level === "string" ? level : "");
    } else if (typeof level !== "string") {
      this.#options.note("malformed_notification", "notifications/message");
    } else {
      const name = typeof logger === "string" ? logger : null;
      this.#emitBounded("notifications/message", { type: "log", level, logger: name, data });
    }
  }

  #emitBounded(method: string, event: McpServerEvent): void {
    if (Buffer.byteLength(JSON.stringify(event)) <= MAX_EVENT_BYTES) this.#options.emit(event);
    else this.#options.note("oversize_event", method);
  }
}

/** The subscription that a notification names; the id keeps its JSON type, so that "1" is not 1 (S4). */
function subscriptionOf(method: string, params: JsonObject): RequestId | null {
  const meta = params["_meta"];
  const named =
    method === "notifications/cancelled"
      ? params["requestId"]
      : isJsonObject(meta)
        ? meta[SUBSCRIPTION_ID_KEY]
        : undefined;
  return isRequestId(named) ? named : null;
}

function isRequestId(value: JsonValue | undefined): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
