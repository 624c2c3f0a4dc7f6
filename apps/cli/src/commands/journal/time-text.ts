/** A time in milliseconds since the epoch as `2026-12-01 09:30:00Z`. */
export function timeText(at: number): string {
  return new Date(at)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z");
}
