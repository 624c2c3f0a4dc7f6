import * as v from "valibot";
import type { TuiConfig } from "../perspt-config.js";
import { FIXED_KEYS, isKey, TUI_ACTIONS, type TuiAction } from "../tui-actions.js";
import { remove } from "../words/fix.js";
import { checkKeys } from "./check-keys.js";
import { choice, EMOJI_STYLES, MOUSE_MODES } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import type { TableScope } from "./table-scope.js";

export const TUI_FIELDS = {
  mouse: v.optional(choice(MOUSE_MODES), "wheel"),
  emoji: v.optional(choice(EMOJI_STYLES), "full"),
};

const KEYS_EXPECTED = 'a key as the help of the chat spells it, such as "C-f", or a list of them';
const keys = v.pipe(
  v.union([v.string(), v.array(v.string())], KEYS_EXPECTED),
  v.check((value) => [value].flat().every(isKey), KEYS_EXPECTED),
);
export const KEY_FIELDS = Object.fromEntries(
  TUI_ACTIONS.map((action) => [action, v.optional(keys)] as const),
);

export const DEFAULT_TUI: TuiConfig = { mouse: "wheel", emoji: "full", keys: new Map() };

/** Reads `[tui]`; null, and reports, where that is impossible. */
export function readTui(scope: TableScope): TuiConfig | null {
  checkKeys(scope, [...Object.keys(TUI_FIELDS), "keys"]);
  const fields = readFields(scope, TUI_FIELDS);
  if (fields === null) return null;
  if (!scope.has("keys")) return { ...fields, keys: new Map() };
  const table = scope.open(["keys"], scope.get("keys"), {
    expected: "a table [tui.keys]",
    fix: remove("keys"),
  });
  const bound = table === null ? null : readKeys(table);
  return bound === null ? null : { ...fields, keys: bound };
}

function readKeys(scope: TableScope): ReadonlyMap<TuiAction, readonly string[]> | null {
  checkKeys(scope, TUI_ACTIONS);
  const fields = readFields(scope, KEY_FIELDS);
  if (fields === null) return null;
  const bound = new Map<TuiAction, readonly string[]>();
  for (const action of TUI_ACTIONS) {
    const value = fields[action];
    if (value !== undefined) bound.set(action, [value].flat());
  }
  return checkUses(scope, bound) ? bound : null;
}

/** Each key once, none that is fixed, and one at least that sends. */
function checkUses(scope: TableScope, bound: ReadonlyMap<TuiAction, readonly string[]>): boolean {
  const users = new Map<string, TuiAction>();
  let isFine = true;
  const refuse = (
    action: TuiAction,
    code: "not_allowed" | "duplicate_value",
    expected: string,
    received: string,
  ) => {
    scope.problem({ path: [action], code, expected, received, fix: remove(action) });
    isFine = false;
  };
  for (const [action, chosen] of bound) {
    for (const key of chosen) {
      const user = users.get(key);
      if (FIXED_KEYS.has(key)) {
        const expected = "a key other than C-c, Escape and C-x, which always mean the same";
        refuse(action, "not_allowed", expected, `"${key}"`);
      } else if (user !== undefined) {
        refuse(action, "duplicate_value", "each key once", `"${key}", which ${user} has already`);
      }
      users.set(key, action);
    }
  }
  const sends = bound.get("send");
  const taker = users.get("Enter");
  if (sends?.length === 0) {
    refuse("send", "not_allowed", "a key that sends, or else nothing could be sent", "none");
  } else if (sends === undefined && taker !== undefined) {
    const expected = 'another key than Enter, or a key of "send" beside it: else nothing sends';
    refuse(taker, "not_allowed", expected, '"Enter"');
  }
  return isFine;
}
