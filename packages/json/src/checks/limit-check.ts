import type { JsonValue } from "../json-value.js";
import { ownMember } from "../own-member.js";
import type { CheckRun } from "./check-run.js";
import type { KeywordCheck } from "./keyword-check.js";

export interface LimitCheck {
  readonly keyword: string;
  readonly messageOf: (limit: number) => string;
  /** Also true of a value that the keyword says nothing about. */
  readonly holds: (value: JsonValue, limit: number, run: CheckRun) => boolean;
}

/** A keyword whose value is a number that something about a value is held to; one that is no number asks for nothing. */
export function limitCheck({ keyword, messageOf, holds }: LimitCheck): KeywordCheck {
  return ({ schema }) => {
    const limit = ownMember(schema, keyword);
    if (typeof limit !== "number") return null;
    const message = messageOf(limit);
    return (value, run) => holds(value, limit, run) || run.fail(keyword, message);
  };
}
