import { isReservedEffect } from "@perspt/kernel";
import * as v from "valibot";
import { AGENT_TURNS, CHAT_TOOL_ROUNDS } from "../bounds.js";
import type { AgentConfig, ChatConfig } from "../perspt-config.js";
import { remove } from "../words/fix.js";
import { checkKeys } from "./check-keys.js";
import { argvPrefix, effect, flag, hostName, textList, wholeNumberOr } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import type { TableScope } from "./table-scope.js";

export const CHAT_FIELDS = {
  show_reasoning: v.optional(flag, false),
  max_tool_rounds: wholeNumberOr(CHAT_TOOL_ROUNDS),
};

export const AGENT_FIELDS = {
  verify: v.optional(textList, []),
  max_turns: wholeNumberOr(AGENT_TURNS),
  commands: v.optional(v.array(argvPrefix, "a list of commands, each a list of words"), []),
  hosts: v.optional(v.array(hostName, 'a list of hosts: "name" or "name:port"'), []),
  critical_effects: v.optional(v.array(effect, "a list of effects"), []),
};

export const DEFAULT_CHAT: ChatConfig = {
  showReasoning: false,
  maxToolRounds: CHAT_TOOL_ROUNDS.default,
};

export const DEFAULT_AGENT: AgentConfig = {
  verify: [],
  maxTurns: AGENT_TURNS.default,
  commands: [],
  hosts: [],
  criticalEffects: [],
};

/** Reads `[chat]`; null, and reports, where that is impossible. */
export function readChat(scope: TableScope): ChatConfig | null {
  checkKeys(scope, Object.keys(CHAT_FIELDS));
  const fields = readFields(scope, CHAT_FIELDS);
  if (fields === null) return null;
  return { showReasoning: fields.show_reasoning, maxToolRounds: fields.max_tool_rounds };
}

/** Reads `[agent]`; null, and reports, where that is impossible. */
export function readAgent(scope: TableScope): AgentConfig | null {
  checkKeys(scope, Object.keys(AGENT_FIELDS));
  const fields = readFields(scope, AGENT_FIELDS);
  if (fields === null) return null;
  for (const [index, critical] of fields.critical_effects.entries()) {
    if (!isReservedEffect(critical)) continue;
    scope.warning({
      path: ["critical_effects", index],
      code: "reserved_effect",
      expected: "an effect that can be granted",
      received: `${critical}, a word that is reserved for later`,
      fix: remove(`critical_effects[${index}]`),
    });
  }
  return {
    verify: fields.verify,
    maxTurns: fields.max_turns,
    commands: fields.commands,
    hosts: fields.hosts,
    criticalEffects: fields.critical_effects,
  };
}
