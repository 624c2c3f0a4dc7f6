import type { JSONRPCNotification, RequestId } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@perspt/json";
import type { SubscriptionFault } from "./diagnostic-code.js";
import type { McpServerEvent } from "./server-event.js";
import { coversResource, honouredFilter, type SubscriptionFilter } from "./subscription-filter.js";

/** What one notification of a subscription comes to. */
export type SubscriptionNews =
  | { readonly kind: "acknowledged"; readonly filter: SubscriptionFilter }
  | { readonly kind: "event"; readonly event: McpServerEvent }
  | { readonly kind: "ended" }
  /** Dropped and counted under this code (T71). */
  | { readonly kind: "dropped"; readonly code: SubscriptionFault };

/** One `subscriptions/listen` request as its notifications see it: open once acknowledged, and then for what is honoured alone. */
export class Subscription {
  readonly id: RequestId;
  readonly #asked: SubscriptionFilter;
  #honoured: SubscriptionFilter | null = null;

  constructor(id: RequestId, asked: SubscriptionFilter) {
    this.id = id;
    this.#asked = asked;
  }

  take({ method, params = {} }: JSONRPCNotification): SubscriptionNews {
    if (method === "notifications/cancelled") return { kind: "ended" };
    if (method === "notifications/subscriptions/acknowledged") {
      if (this.#honoured !== null) return dropped("second_acknowledgement");
      const acknowledged = isJsonObject(params) ? params["notifications"] : undefined;
      this.#honoured = honouredFilter(this.#asked, acknowledged);
      return { kind: "acknowledged", filter: this.#honoured };
    }
    // The acknowledgement has to be the first message of a subscription (S2).
    if (this.#honoured === null) return dropped("event_before_acknowledgement");
    return eventWithin(this.#honoured, method, isJsonObject(params) ? params : {});
  }
}

function eventWithin(
  filter: SubscriptionFilter,
  method: string,
  params: JsonObject,
): SubscriptionNews {
  switch (method) {
    case "notifications/tools/list_changed":
      return when(filter.toolsListChanged, { type: "tools_list_changed" });
    case "notifications/prompts/list_changed":
      return when(filter.promptsListChanged, { type: "prompts_list_changed" });
    case "notifications/resources/list_changed":
      return when(filter.resourcesListChanged, { type: "resources_list_changed" });
    case "notifications/resources/updated": {
      const { uri } = params;
      if (typeof uri !== "string") return dropped("malformed_notification");
      return when(coversResource(filter, uri), { type: "resource_updated", uri });
    }
    default:
      // Neither progress nor logs nor tasks were asked for here (S11, J17).
      return dropped("event_outside_subscription");
  }
}

function when(isHonoured: boolean, event: McpServerEvent): SubscriptionNews {
  return isHonoured ? { kind: "event", event } : dropped("event_outside_subscription");
}

function dropped(code: SubscriptionFault): SubscriptionNews {
  return { kind: "dropped", code };
}
