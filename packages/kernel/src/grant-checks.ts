import { CHAT_CEILING, riskLimit } from "./ceiling.js";
import type { BindingContext, Verdict } from "./check.js";
import { fail, pass } from "./check.js";
import { isReservedEffect } from "./effect.js";
import { listForSentence } from "./quote.js";
import { compareRisk } from "./risk.js";

export function checkEffectGranted({ snapshot, proposal }: BindingContext): Verdict {
  const { effect } = proposal;
  if (snapshot.grant.effects.includes(effect)) {
    return pass(`The grant holds the effect ${effect}.`);
  }
  return fail(
    `The grant does not hold the effect ${effect}; it holds ${listForSentence(snapshot.grant.effects, (word) => word)}.`,
    snapshot.grant.mode === "chat"
      ? `The operation is called by the agent: chat reads and never has the effect ${effect}.`
      : `A grant that holds the effect ${effect}.`,
  );
}

export function checkReservedEffect({ proposal }: BindingContext): Verdict {
  const { effect } = proposal;
  if (isReservedEffect(effect)) {
    return fail(
      `The effect ${effect} is a reserved word: this version of Perspt performs it for nobody.`,
      "A policy that names the effect which the tool really has, if it is another.",
    );
  }
  return pass(`The effect ${effect} is not reserved.`);
}

export function checkExpired({ snapshot }: BindingContext): Verdict {
  const { expiresAt } = snapshot.grant;
  if (expiresAt === null) return pass("The grant has no end in time.");
  const inputs = { now: String(snapshot.now), expiresAt: String(expiresAt) };
  if (snapshot.now < expiresAt) return pass("The grant has not expired.", inputs);
  return fail(
    `The grant expired at ${expiresAt} ms since the epoch, and it is ${snapshot.now} ms now.`,
    "A new session with a new grant.",
    inputs,
  );
}

export function checkCallBudget({ snapshot }: BindingContext): Verdict {
  const { callBudget } = snapshot.grant;
  if (callBudget === null) return pass("The grant does not count calls.");
  const inputs = { callBudget: String(callBudget), callsSpent: String(snapshot.callsSpent) };
  if (snapshot.callsSpent < callBudget) {
    return pass(
      `${snapshot.callsSpent} of the ${callBudget} calls of the grant are spent.`,
      inputs,
    );
  }
  return fail(
    `The grant's budget of ${callBudget} calls is spent.`,
    "A grant with a larger call budget.",
    inputs,
  );
}

export function checkRiskCeiling({ snapshot, proposal }: BindingContext): Verdict {
  const { effect, risk } = proposal;
  const limit = riskLimit(snapshot.grant, effect);
  if (compareRisk(risk, limit) <= 0) {
    return pass(`The risk ${risk} is within the grant's limit, ${limit} for the effect ${effect}.`);
  }
  return fail(
    `The risk ${risk} is above the grant's limit, ${limit} for the effect ${effect}.`,
    risk === "critical" && snapshot.grant.mode === "agent"
      ? `critical_effects in the [agent] table names ${effect}; the call is then asked for.`
      : `A policy that honestly gives the operation the risk ${limit} or a lower one.`,
  );
}

/** Against the constant, whatever the grant says (T54). */
export function checkChatCeiling({ snapshot, proposal }: BindingContext): Verdict {
  if (snapshot.grant.mode === "agent") return pass("The ceiling of chat does not bind the agent.");
  const { effect, risk } = proposal;
  if (!CHAT_CEILING.effects.includes(effect)) {
    return fail(
      `Chat reads and changes nothing, and ${effect} is not a read-only effect.`,
      "The operation is called by the agent; no setting widens chat.",
    );
  }
  if (compareRisk(risk, CHAT_CEILING.riskCeiling) > 0) {
    return fail(
      `Chat calls nothing above the risk ${CHAT_CEILING.riskCeiling}, and this is ${risk}.`,
      `A policy that honestly gives the operation the risk ${CHAT_CEILING.riskCeiling} or a lower one; no setting widens chat.`,
    );
  }
  return pass(`The effect ${effect} at the risk ${risk} is within the ceiling of chat.`);
}
