import type { KeyCommand } from "./command.js";
import type { KeyAction } from "./key-action.js";
import { KEY_BINDINGS, type KeyBinding } from "./key-map.js";

/** The person's own keys by action; an empty list leaves an action without any. */
export type ChosenKeys = ReadonlyMap<KeyAction, readonly string[]>;

/** The key map of one chat. */
export interface BoundKeys {
  /** For the help: what has a key, in its order. */
  readonly bindings: readonly KeyBinding[];
  readonly commands: ReadonlyMap<string, KeyCommand>;
}

/** A chosen key is taken from whatever has it by default. Pure; what is fixed must not be among the chosen. */
export function bindKeys(chosen: ChosenKeys): BoundKeys {
  const taken = new Set([...chosen.values()].flat());
  const isFree = (key: string) => !taken.has(key);
  const bindings = KEY_BINDINGS.map((binding): KeyBinding => {
    const { action, keys, also = [] } = binding;
    const own = action === null ? undefined : chosen.get(action);
    return own === undefined
      ? { ...binding, keys: keys.filter(isFree), also: also.filter(isFree) }
      : { ...binding, keys: own, also: [] };
  }).filter(({ keys, also = [] }) => keys.length + also.length > 0);
  return {
    bindings: bindings.filter(({ keys }) => keys.length > 0),
    commands: new Map(
      bindings.flatMap(({ keys, also = [], command }) =>
        [...keys, ...also].map((key) => [key, command] as const),
      ),
    ),
  };
}

export const DEFAULT_KEYS: BoundKeys = bindKeys(new Map());
