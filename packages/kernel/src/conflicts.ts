import type { Touch } from "./footprint.js";
import { isWithin } from "./paths.js";

/**
 * Whether two calls may not overlap (governance.md, Scheduling): one writes what the other reads or writes. Paths conflict with
 * themselves and with every directory above them. An opaque workspace conflicts with every resource. A rate limit conflicts with
 * nothing, not even with the same provider's: it says how often a call may be made, not what it changes.
 */
export function conflicts(left: readonly Touch[], right: readonly Touch[]): boolean {
  return left.some((one) => right.some((other) => touchesConflict(one, other)));
}

function touchesConflict(left: Touch, right: Touch): boolean {
  if (left.kind === "rate_limit" || right.kind === "rate_limit") return false;
  if (left.kind === "workspace" || right.kind === "workspace") return true;
  if (left.access === "read" && right.access === "read") return false;
  if (left.kind === "path" && right.kind === "path") {
    return isWithin(left.path, right.path) || isWithin(right.path, left.path);
  }
  if (left.kind === "value" && right.kind === "value") {
    return left.family === right.family && left.value === right.value;
  }
  return false;
}
