import {
  type Finding,
  notReached,
  type Outcome,
  SERVER_CHECKS,
  type ServerCheck,
} from "./finding.js";
import { checkFootprints, checkPolicies } from "./policy-checks.js";
import {
  checkCapabilities,
  checkConnection,
  checkProgram,
  checkProtocol,
  checkVariables,
} from "./reaching-checks.js";
import type { ServerFacts } from "./server-facts.js";
import { checkSubscriptions } from "./subscriptions-check.js";

const CHECKS: Readonly<Record<ServerCheck, (facts: ServerFacts) => Outcome>> = {
  program: checkProgram,
  variables: checkVariables,
  connection: checkConnection,
  protocol: checkProtocol,
  capabilities: checkCapabilities,
  policies: checkPolicies,
  footprints: checkFootprints,
  subscriptions: checkSubscriptions,
};

/** What has to be well before the next can be looked at; variables are looked at whatever the program is. */
const GATES: ReadonlySet<ServerCheck> = new Set([
  "program",
  "variables",
  "connection",
  "protocol",
  "capabilities",
]);

/** Each check of one server once, in order: what was found, or which failure kept it from being looked at. Pure and total. */
export function diagnoseServer(facts: ServerFacts): readonly Finding<ServerCheck>[] {
  let closed: ServerCheck | null = null;
  return SERVER_CHECKS.map((check) => {
    if (closed !== null && check !== "variables") return { check, ...notReached(closed) };
    const outcome = CHECKS[check](facts);
    if (outcome.status === "fail" && GATES.has(check)) closed ??= check;
    return { check, ...outcome };
  });
}
