import { setImmediate } from "node:timers/promises";

/** Lets everything else that waits have its turn: between two pieces of work of which each may take long (S2). */
export async function nextTurn(): Promise<void> {
  await setImmediate();
}
