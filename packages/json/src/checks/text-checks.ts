import { ownMember } from "../own-member.js";
import type { StepMeter } from "../step-meter.js";
import type { KeywordCheck } from "./keyword-check.js";
import { limitCheck } from "./limit-check.js";

/** How many characters are counted in one step. */
const CHARACTERS_OF_A_STEP = 8;

function lengthCheck(
  keyword: "maxLength" | "minLength",
  rule: string,
  holds: (length: number, limit: number) => boolean,
): KeywordCheck {
  return limitCheck({
    keyword,
    messageOf: (limit) => `must NOT have ${rule} than ${limit} characters`,
    holds: (value, limit, run) =>
      typeof value !== "string" || holds(lengthOf(value, run.meter), limit),
  });
}

/** In characters; half of a surrogate pair is one. */
function lengthOf(text: string, meter: StepMeter): number {
  meter.spend(text.length / CHARACTERS_OF_A_STEP);
  let length = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

export const textChecks: readonly KeywordCheck[] = [
  lengthCheck("maxLength", "more", (length, limit) => length <= limit),
  lengthCheck("minLength", "fewer", (length, limit) => length >= limit),
  ({ schema, patternOf }) => {
    const source = ownMember(schema, "pattern");
    if (typeof source !== "string") return null;
    const pattern = patternOf(source);
    const message = `must match pattern "${source}"`;
    return (value, run) =>
      typeof value !== "string" || pattern.test(value) || run.fail("pattern", message);
  },
];
