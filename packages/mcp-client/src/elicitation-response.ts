import type { ElicitationAnswer, ElicitationRequest } from "@perspt/elicitation";
import type { JsonValue, MemberRequirement } from "@perspt/json";
import { requireMembers } from "@perspt/json";

const WHAT = "the answer of elicitation.elicit";

/**
 * An answer as the protocol spells it. Content belongs to an accepted form alone (F5). Throws a `TypeError` that names what is wrong where
 * the answer is none, or its content is nothing that a form can hold: providers are other people's code (F4).
 */
export function elicitationResponse(
  kind: ElicitationRequest["kind"],
  answer: ElicitationAnswer | null,
): JsonValue {
  requireAction(answer);
  switch (answer.action) {
    case "decline":
    case "cancel":
      return { action: answer.action };
    case "accept": {
      if (kind === "url") return { action: "accept" };
      requireMembers(WHAT, answer, CONTENT);
      return { action: "accept", content: { ...answer.content } };
    }
  }
}

function requireAction(answer: ElicitationAnswer | null): asserts answer is ElicitationAnswer {
  requireMembers(WHAT, answer, ACTION);
}

const ACTION: readonly MemberRequirement[] = [
  {
    name: "action",
    expected: '"accept", "decline" or "cancel"',
    holds: (value) => value === "accept" || value === "decline" || value === "cancel",
  },
];

const CONTENT: readonly MemberRequirement[] = [
  {
    name: "content",
    expected: "an object of texts, finite numbers, booleans and lists of texts",
    holds: (value) => value === undefined || value === null || isFormContent(value),
  },
];

function isFormContent(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isFormValue)
  );
}

function isFormValue(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
