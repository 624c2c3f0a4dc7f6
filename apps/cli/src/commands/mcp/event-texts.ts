import type { ServerConfig } from "@perspt/config";
import type { HostEvent, ServerReport } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { McpServerEvent } from "@perspt/mcp-client";
import { plainObject } from "../../documents/plain-object.js";
import { type Block, line, span } from "../../output/blocks.js";
import { timeText } from "../journal/time-text.js";
import type { PrintableEvent } from "./event-printer.js";

/** The first event of a watch: what was connected to, and whether it can tell anything. */
export function connectedEvent(
  { id, protocolVersion, serverInfo, admitted }: ServerReport,
  { subscriptions }: ServerConfig,
  at: number,
): PrintableEvent {
  const quiet = subscriptions
    ? ""
    : "; subscriptions = false in its table, so it is not listened to";
  return printable(at, id, "connected", {
    details: {
      protocolVersion,
      serverInfo: serverInfo === null ? null : { ...serverInfo },
      subscriptions,
    },
    text: `${protocolVersion ?? ""}, ${admitted.length} operations admitted${quiet}`,
  });
}

/** One event of the host as a line of NDJSON and as a line for people. */
export function describeEvent(event: HostEvent, at: number): PrintableEvent {
  switch (event.kind) {
    case "server_event":
      return printable(at, event.server, event.event.type, describeServerEvent(event.event));
    case "catalog_stale":
      return printable(at, event.server, event.kind, {
        details: {},
        text: "its operations are unbound until the new list is decided on",
      });
    case "catalog_bound": {
      const { epoch, change } = event;
      const { added, changed, removed } = change;
      return printable(at, event.server, event.kind, {
        details: { epoch, added, changed, removed },
        text: `epoch ${epoch}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`,
      });
    }
    case "server_lost": {
      const { problem, restartInMs } = event;
      const { code, message, hint } = problem;
      return printable(at, event.server, event.kind, {
        details: { problem: { code, message, hint }, restartInMs },
        text: message,
      });
    }
  }
}

interface Description {
  readonly details: JsonObject;
  readonly text: string;
}

function describeServerEvent(event: McpServerEvent): Description {
  const { type: _type, ...members } = event;
  return { details: plainObject(members), text: serverEventText(event) };
}

function serverEventText(event: McpServerEvent): string {
  switch (event.type) {
    case "progress":
      return `${event.call}: ${event.progress}${event.total === null ? "" : ` of ${event.total}`} ${event.message ?? ""}`.trimEnd();
    case "log":
      return `${event.level} ${event.logger ?? ""} ${JSON.stringify(event.data)}`;
    case "resource_updated":
      return event.uri;
    case "task":
      return `${event.call}: ${event.status} ${event.message ?? ""}`.trimEnd();
    case "cancelled":
      return `request ${event.requestId}`;
    case "subscription_acknowledged":
      return JSON.stringify(event.filter);
    case "subscription_ended":
      return event.reason;
    case "custom":
      return `${event.method} ${JSON.stringify(event.params)}`;
    case "dropped":
      return `${event.count} events`;
    case "tools_list_changed":
    case "prompts_list_changed":
    case "resources_list_changed":
      return "";
  }
}

function printable(
  at: number,
  server: string,
  event: string,
  { details, text }: Description,
): PrintableEvent {
  const blocks: readonly Block[] = [
    line(span(timeText(at), "dim"), "  ", span(event, "strong"), text === "" ? "" : `  ${text}`),
  ];
  return { document: { at: new Date(at).toISOString(), server, event, ...details }, blocks };
}
