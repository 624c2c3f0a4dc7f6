import { ownMember } from "../own-member.js";
import type { KeywordCheck } from "./keyword-check.js";

/** 0.3 is a multiple of 0.1 although their quotient is not whole in binary. */
const TOLERANCE = 1e-9;

function numberCheck(
  keyword: string,
  rule: string,
  holds: (value: number, limit: number) => boolean,
): KeywordCheck {
  return ({ schema }) => {
    const limit = ownMember(schema, keyword);
    if (typeof limit !== "number") return null;
    const message = `must be ${rule} ${limit}`;
    return (value, run) =>
      typeof value !== "number" || holds(value, limit) || run.fail(keyword, message);
  };
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
