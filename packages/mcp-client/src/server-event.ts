import type { JsonValue } from "@perspt/json";

/** Something that a server told without being asked. Everything in it is untrusted (mission, Subscriptions). */
export type McpServerEvent =
  | {
      readonly type: "progress";
      readonly token: string | number;
      readonly progress: number;
      readonly total: number | null;
      readonly message: string | null;
    }
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
  | { readonly type: "task"; readonly task: JsonValue }
  | { readonly type: "cancelled"; readonly requestId: string | number }
  | { readonly type: "subscription_acknowledged"; readonly filter: JsonValue }
  | { readonly type: "subscription_ended"; readonly reason: "closed" | "lost" }
  | { readonly type: "custom"; readonly method: string; readonly params: JsonValue }
  /** Events were dropped because nobody read them: how many since the last one read. */
  | { readonly type: "dropped"; readonly count: number };
