/** Most tasks of one server that are followed at the same time (J20). */
export const MAX_TASKS = 64;

/** Counts the tasks that are being followed. A server that hands out more than the bound has its further ones cancelled. */
export class TaskSlots {
  #taken = 0;

  /** Null when there is no room; otherwise what gives the room back, once. */
  take(): (() => void) | null {
    if (this.#taken >= MAX_TASKS) return null;
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken -= 1;
      isHeld = false;
    };
  }
}
