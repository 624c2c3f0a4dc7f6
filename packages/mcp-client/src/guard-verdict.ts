import { type MemberRequirement, requireMembers } from "@perspt/json";
import type { CallGuard, GuardVerdict } from "./call-guard.js";

type Refusal = Extract<GuardVerdict, { readonly kind: "refuse" }>;

/** Asks a guard, and waits for what it says. Never rejects: whatever is no verdict is a refusal (T72). */
export async function verdictOf(
  method: Exclude<keyof CallGuard, "redeem">,
  ask: () => Promise<GuardVerdict>,
): Promise<GuardVerdict> {
  try {
    return requireVerdict(method, await ask());
  } catch (error) {
    return guardFailed(error);
  }
}

/** The same of `redeem`, which cannot be waited for. */
export function verdictNow(ask: () => GuardVerdict): GuardVerdict {
  try {
    return requireVerdict("redeem", ask());
  } catch (error) {
    return guardFailed(error);
  }
}

/** Guards are other people's code, and not all of it is compiled: a promise or `true` is not leave to send. */
function requireVerdict(method: keyof CallGuard, verdict: GuardVerdict): GuardVerdict {
  const what = `the verdict of guard.${method}`;
  requireMembers(what, verdict, KIND);
  if (verdict.kind === "refuse") requireMembers(what, verdict, REFUSAL);
  return verdict;
}

const isText = (value: unknown): boolean => typeof value === "string";

const KIND: readonly MemberRequirement[] = [
  {
    name: "kind",
    expected: '"proceed" or "refuse"',
    holds: (value) => value === "proceed" || value === "refuse",
  },
];

const REFUSAL: readonly MemberRequirement[] = [
  { name: "code", expected: "a text", holds: isText },
  { name: "reason", expected: "a text", holds: isText },
];

function guardFailed(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: "refuse", code: "guard_failed", reason };
}
