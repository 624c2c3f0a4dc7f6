import { checkApprovalDenied, checkNobodyToAsk } from "./approval-checks.js";
import type { Check } from "./check.js";
import { checkFootprintResolved, checkProtectedPath, checkUnsettled } from "./footprint-checks.js";
import {
  checkCallBudget,
  checkChatCeiling,
  checkEffectGranted,
  checkExpired,
  checkReservedEffect,
  checkRiskCeiling,
} from "./grant-checks.js";
import { checkDefinition, checkIdentity, checkStaleBinding } from "./identity-checks.js";
import { checkCommandScope, checkNetworkScope, checkPathScope } from "./scope-checks.js";

/** Every check of a decision, in order. The first that fails denies; all of them come before an approval can help. */
export const CHECKS: readonly Check[] = [
  { code: "stale_binding", phase: "binding", run: checkStaleBinding },
  { code: "identity_changed", phase: "binding", run: checkIdentity },
  { code: "definition_changed", phase: "binding", run: checkDefinition },
  { code: "effect_not_granted", phase: "binding", run: checkEffectGranted },
  { code: "reserved_effect", phase: "binding", run: checkReservedEffect },
  { code: "expired", phase: "binding", run: checkExpired },
  { code: "call_budget", phase: "binding", run: checkCallBudget },
  { code: "risk_above_ceiling", phase: "binding", run: checkRiskCeiling },
  { code: "chat_ceiling", phase: "binding", run: checkChatCeiling },
  { code: "path_out_of_scope", phase: "arguments", run: checkPathScope },
  { code: "command_out_of_scope", phase: "arguments", run: checkCommandScope },
  { code: "network_out_of_scope", phase: "arguments", run: checkNetworkScope },
  { code: "footprint_unresolved", phase: "arguments", run: checkFootprintResolved },
  { code: "protected_path", phase: "arguments", run: checkProtectedPath },
  { code: "unsettled", phase: "arguments", run: checkUnsettled },
  { code: "approval_denied", phase: "approval", run: checkApprovalDenied },
  { code: "nobody_to_ask", phase: "approval", run: checkNobodyToAsk },
];
