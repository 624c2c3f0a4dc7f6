import type { Machine } from "./machine/machine.js";

/** Whether a variable would be read: an empty one counts as unset. */
export function isVariableSet(environment: Machine["environment"], name: string): boolean {
  return Object.hasOwn(environment, name) && (environment[name] ?? "") !== "";
}
