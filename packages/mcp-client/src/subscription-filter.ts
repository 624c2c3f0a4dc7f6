import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import { isAtOrBelow } from "./resource-address.js";

/** What a subscription asks for, or what of it the server honours. */
export interface SubscriptionFilter {
  readonly toolsListChanged: boolean;
  readonly promptsListChanged: boolean;
  readonly resourcesListChanged: boolean;
  /** Exact addresses of resources. */
  readonly resourceSubscriptions: readonly string[];
}

/** What may be asked for: what the user wants and the server advertises (S1). Null when that is nothing. Pure. */
export function wishedFilter(
  capabilities: JsonObject,
  resources: readonly string[],
): SubscriptionFilter | null {
  const filter: SubscriptionFilter = {
    toolsListChanged: offers(capabilities, "tools", "listChanged"),
    promptsListChanged: offers(capabilities, "prompts", "listChanged"),
    resourcesListChanged: offers(capabilities, "resources", "listChanged"),
    resourceSubscriptions: offers(capabilities, "resources", "subscribe") ? resources : [],
  };
  return isEmpty(filter) ? null : filter;
}

function offers(capabilities: JsonObject, name: string, feature: string): boolean {
  const capability = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  return isJsonObject(capability) && capability[feature] === true;
}

function isEmpty(filter: SubscriptionFilter): boolean {
  return (
    !filter.toolsListChanged &&
    !filter.promptsListChanged &&
    !filter.resourcesListChanged &&
    filter.resourceSubscriptions.length === 0
  );
}

/** A filter on the wire: only what is asked for. */
export function spellFilter(filter: SubscriptionFilter): JsonObject {
  return {
    ...(filter.toolsListChanged ? { toolsListChanged: true } : {}),
    ...(filter.promptsListChanged ? { promptsListChanged: true } : {}),
    ...(filter.resourcesListChanged ? { resourcesListChanged: true } : {}),
    ...(filter.resourceSubscriptions.length === 0
      ? {}
      : { resourceSubscriptions: filter.resourceSubscriptions }),
  };
}

/** What was asked for and is honoured; more than was asked for is left aside (S3). */
export function honouredFilter(
  asked: SubscriptionFilter,
  acknowledged: JsonValue | undefined,
): SubscriptionFilter {
  const honoured = isJsonObject(acknowledged) ? acknowledged : {};
  const list = honoured["resourceSubscriptions"];
  const addresses = new Set<JsonValue>(Array.isArray(list) ? list : []);
  return {
    toolsListChanged: asked.toolsListChanged && honoured["toolsListChanged"] === true,
    promptsListChanged: asked.promptsListChanged && honoured["promptsListChanged"] === true,
    resourcesListChanged: asked.resourcesListChanged && honoured["resourcesListChanged"] === true,
    resourceSubscriptions: asked.resourceSubscriptions.filter((uri) => addresses.has(uri)),
  };
}

/** Whether an address was subscribed to, by itself or as something below one that was (S5). */
export function coversResource(
  { resourceSubscriptions }: SubscriptionFilter,
  uri: string,
): boolean {
  return resourceSubscriptions.some((subscribed) => isAtOrBelow(uri, subscribed));
}
