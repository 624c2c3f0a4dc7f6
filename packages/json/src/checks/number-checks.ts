import type { KeywordCheck } from "./keyword-check.js";
import { limitCheck } from "./limit-check.js";

/** 0.3 is a multiple of 0.1 although their quotient is not whole in binary. */
const TOLERANCE = 1e-9;

function numberCheck(
  keyword: string,
  rule: string,
  holds: (value: number, limit: number) => boolean,
): KeywordCheck {
  return limitCheck({
    keyword,
    messageOf: (limit) => `must be ${rule} ${limit}`,
    holds: (value, limit) => typeof value !== "number" || holds(value, limit),
  });
}

export const numberChecks: readonly KeywordCheck[] = [
  numberCheck("maximum", "<=", (value, limit) => value <= limit),
  numberCheck("minimum", ">=", (value, limit) => value >= limit),
  numberCheck("exclusiveMaximum", "<", (value, limit) => value < limit),
  numberCheck("exclusiveMinimum", ">", (value, limit) => value > limit),
  numberCheck("multipleOf", "multiple of", (value, unit) => {
    const quotient = value / unit;
    // A quotient beyond a double's range is not known to be a fraction.
    return !(Math.abs(Math.round(quotient) - quotient) > TOLERANCE);
  }),
];
