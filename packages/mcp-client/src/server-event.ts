import type { JsonObject, JsonValue } from "@perspt/json";
import type { CallId } from "./call-guard.js";

/** Something that a server told without being asked. Everything in it is untrusted (mission, Subscriptions). */
export type McpServerEvent =
  /** How far a call has come; `total` is null where the server gives none. */
  | {
      readonly type: "progress";
      readonly call: CallId;
      readonly progress: number;
      readonly total: number | null;
      readonly message: string | null;
    }
  /** Only where `logLevel` asked for it. Over stdio it belongs to the server alone, not to a call (L3). */
  | {
      readonly type: "log";
      readonly level: string;
      readonly logger: string | null;
      readonly data: JsonValue;
    }
  | { readonly type: "resource_updated"; readonly uri: string }
  | { readonly type: "tools_list_changed" }
  | { readonly type: "prompts_list_changed" }
  | { readonly type: "resources_list_changed" }
  /** A call has become a task, or its task changed its state. */
  | {
      readonly type: "task";
      readonly call: CallId;
      readonly status: string;
      readonly message: string | null;
    }
  /** The server names a request as cancelled; nothing is done about it but for subscriptions (C2). */
  | { readonly type: "cancelled"; readonly requestId: string | number }
  /** What the server honours of what was asked for. */
  | { readonly type: "subscription_acknowledged"; readonly filter: JsonObject }
  /** `closed` by the server, `lost` with the connection, or `refused`; the first two are opened again. */
  | { readonly type: "subscription_ended"; readonly reason: "closed" | "lost" | "refused" }
  | { readonly type: "custom"; readonly method: string; readonly params: JsonObject }
  /** Events were dropped because nobody read them: how many since the last one read. */
  | { readonly type: "dropped"; readonly count: number };
