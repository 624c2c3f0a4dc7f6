/** Pauses before a lost server is started again: doubled from the first to the longest, in milliseconds (I9). */
export const FIRST_RESTART_MS = 500;
export const LONGEST_RESTART_MS = 30_000;
/** Starts in a row that did not last, after which the server is left alone. */
export const MAX_RESTARTS = 5;
/** How long a connection has to last to count as healthy, in milliseconds. */
export const HEALTHY_AFTER_MS = 60_000;

/**
 * How long to wait before the next start, or null to give up. `failures` counts the connections in a row that were lost early or never
 * came about; `chance` is from 0 up to 1 and makes up to half of the pause, so that many hosts do not come back at once.
 */
export function nextRestart(failures: number, chance: number): number | null {
  if (failures > MAX_RESTARTS) return null;
  const longest = Math.min(FIRST_RESTART_MS * 2 ** Math.max(0, failures - 1), LONGEST_RESTART_MS);
  return longest / 2 + (longest / 2) * chance;
}

/** Failures in a row after a connection that lasted this long was lost. */
export function failuresAfter(failures: number, lastedMs: number): number {
  return lastedMs >= HEALTHY_AFTER_MS ? 1 : failures + 1;
}
