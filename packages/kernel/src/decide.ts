import { asksForApproval } from "./approval-checks.js";
import type { BindingContext, Check, ResolvedCall, Verdict } from "./check.js";
import { CHECKS } from "./checks.js";
import type { Decision, TraceEntry } from "./decision.js";
import { rememberDecision } from "./decision-origin.js";
import { resolveBindings } from "./resolve-bindings.js";
import { resolveFootprint } from "./resolve-footprint.js";
import { hasStandingApproval } from "./standing-approval.js";

type Failure = { readonly check: Check; readonly verdict: Extract<Verdict, { result: "fail" }> };

/**
 * The kernel's word on one proposal. Pure: no clock, randomness or input besides its arguments, and equal arguments give equal bytes.
 * Never throws for anything that a server, a model or a user can put into a proposal.
 *
 * With `proposal.arguments` null it decides a listing: the argument phase is skipped, and what is denied is not offered.
 */
export function decide(
  snapshot: BindingContext["snapshot"],
  proposal: BindingContext["proposal"],
): Decision {
  const context = { snapshot, proposal };
  const call = resolveCall(context);
  const trace: TraceEntry[] = [];
  let failure: Failure | null = null;
  for (const check of CHECKS) {
    const verdict: Step =
      failure === null ? runCheck(check, context, call) : skip(notReached(failure));
    trace.push(traceEntry(check, verdict));
    if (verdict.result === "fail") failure = { check, verdict };
  }
  const decision = freeze(
    failure === null ? permitted(context, call, trace) : denied(failure, trace),
  );
  rememberDecision(decision, context);
  return decision;
}

function resolveCall({ snapshot, proposal }: BindingContext): ResolvedCall | null {
  if (proposal.arguments === null) return null;
  const { value, digest } = proposal.arguments;
  const { root } = snapshot;
  return {
    argumentsDigest: digest,
    bindings: resolveBindings(proposal.bindings, value, root),
    footprint: resolveFootprint(proposal.footprint, {
      arguments: value,
      provider: proposal.provider,
      root,
    }),
  };
}

type Step = Verdict | { readonly result: "skipped"; readonly because: string };

function runCheck(check: Check, context: BindingContext, call: ResolvedCall | null): Step {
  if (check.phase !== "arguments") return check.run(context);
  if (call === null) return skip("A listing has no arguments to look at yet.");
  return check.run({ ...context, call });
}

function skip(because: string): Step {
  return { result: "skipped", because };
}

function notReached(failure: Failure): string {
  return `Not reached: ${failure.check.code} had decided.`;
}

function traceEntry({ code, phase }: Check, step: Step): TraceEntry {
  const inputs = step.result === "skipped" ? {} : step.inputs;
  return { check: code, phase, result: step.result, because: step.because, inputs };
}

function denied({ check, verdict }: Failure, trace: Decision["trace"]): Decision {
  return {
    effect: "deny",
    rule: check.code,
    because: verdict.because,
    trace,
    nearestAllow: verdict.nearestAllow,
  };
}

function permitted(
  context: BindingContext,
  call: ResolvedCall | null,
  trace: Decision["trace"],
): Decision {
  const { snapshot, proposal } = context;
  const { approval, grant } = snapshot;
  if (!asksForApproval(context)) {
    return {
      effect: "allow",
      rule: "risk_runs",
      because: `The grant lets the risk ${proposal.risk} run without asking.`,
      trace,
      nearestAllow: null,
    };
  }
  if (approval.kind === "granted" && approval.argumentsDigest === proposal.arguments?.digest) {
    const byPerson = approval.by === "person";
    return {
      effect: "allow",
      rule: byPerson ? "approved_by_person" : "approved_by_flag",
      because: byPerson
        ? "A person approved exactly these arguments."
        : "A flag approves what would be asked for.",
      trace,
      nearestAllow: null,
    };
  }
  if (call !== null && hasStandingApproval({ ...context, call })) {
    return {
      effect: "allow",
      rule: "approved_for_session",
      because: "A person approved calls of this kind for the rest of the session.",
      trace,
      nearestAllow: null,
    };
  }
  return {
    effect: "ask",
    rule: "needs_approval",
    because: `The risk ${proposal.risk} is asked for: the grant asks from ${grant.asksFrom} upwards.`,
    trace,
    nearestAllow: "An approval of exactly these arguments.",
  };
}

// Nobody who holds a decision can turn it into another.
function freeze(decision: Decision): Decision {
  for (const entry of decision.trace) {
    Object.freeze(entry.inputs);
    Object.freeze(entry);
  }
  Object.freeze(decision.trace);
  return Object.freeze(decision);
}
