import { isJsonObject, type JsonObject } from "@perspt/json";
import { tomlString } from "@perspt/policy";
import { type Outcome, ok, toml, warn } from "./finding.js";
import type { ServerFacts } from "./server-facts.js";

/** Whether what the table asks to be told of is offered, and was granted. */
export function checkSubscriptions({ server, reached }: ServerFacts): Outcome {
  if (reached === null) throw new TypeError("a server that was not reached tells nothing");
  const { report, subscription } = reached;
  const wished = server.resourceSubscriptions;
  if (!server.subscriptions) return ok("off in its table");
  if (wished.length > 0 && !offers(report.capabilities, "resources", "subscribe")) {
    return warn(
      "resource_subscriptions are named, and the server offers none",
      toml("resource_subscriptions = []"),
    );
  }
  switch (subscription.kind) {
    case "not_asked":
      return ok("the server offers none");
    case "silent":
      return warn("the server did not acknowledge in time", toml("subscriptions = false"));
    case "ended":
      return warn(`the server ended it: ${subscription.reason}`, toml("subscriptions = false"));
    case "acknowledged": {
      const left = wished.filter((uri) => !subscription.resources.includes(uri));
      if (left.length === 0) return ok("acknowledged");
      const kept = subscription.resources.map(tomlString).join(", ");
      return warn(
        `the server does not tell of ${left.join(", ")}`,
        toml(`resource_subscriptions = [${kept}]`),
      );
    }
  }
}

/** Whether a subscription has anything to ask for, as the client sees it (S1). */
export function asksForSubscription(
  capabilities: JsonObject,
  resources: readonly string[],
): boolean {
  const lists = ["tools", "prompts", "resources"].some((name) =>
    offers(capabilities, name, "listChanged"),
  );
  return lists || (resources.length > 0 && offers(capabilities, "resources", "subscribe"));
}

function offers(capabilities: JsonObject, name: string, feature: string): boolean {
  const capability = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  return isJsonObject(capability) && capability[feature] === true;
}
