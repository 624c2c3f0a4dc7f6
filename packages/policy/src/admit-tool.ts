import { quote } from "@perspt/kernel";
import type { Admission } from "./admission.js";
import { aliasOf } from "./alias.js";
import { checkEffectCeiling, checkRiskCeiling } from "./ceiling-rules.js";
import { checkParameterHeaders, checkPin } from "./definition-rules.js";
import { checkBindings, checkCoherence, checkFootprintFields } from "./footprint-rules.js";
import {
  cautionSentence,
  cautiousPolicy,
  completedPolicy,
  completionSentence,
  nothingToConfigure,
  tableHint,
} from "./hints.js";
import { checkName, checkReservedName, checkUniqueName } from "./name-rules.js";
import { operationName } from "./operation-name.js";
import type { DeclaredContext, ListedContext, Rejection } from "./rejection.js";
import { readDefinition } from "./schema-rule.js";

const NAME_RULES = [checkReservedName, checkName, checkUniqueName] as const;
const DECLARED_RULES = [
  checkFootprintFields,
  checkBindings,
  checkCoherence,
  checkEffectCeiling,
  checkRiskCeiling,
  checkParameterHeaders,
  checkPin,
] as const;

/** The one decision on one listed tool: the first rule that fails names the rejection. */
export function admitTool(context: ListedContext): Admission {
  for (const rule of NAME_RULES) {
    const rejection = rule(context);
    if (rejection !== null) return reject(context, rejection);
  }
  const declared = declare(context);
  if ("code" in declared) return reject(context, declared);
  for (const rule of DECLARED_RULES) {
    const rejection = rule(declared);
    if (rejection !== null) return reject(context, rejection);
  }
  return admit(declared);
}

/** Names that no TOML key may have, because every JavaScript object has such a member (T33). */
const UNNAMEABLE: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/** Rules 4 to 6: the user says what the tool is, and its schemas can be read. */
function declare(context: ListedContext): DeclaredContext | Rejection {
  const { request, tool } = context;
  const policy = request.policies.get(tool.name);
  if (policy === undefined) {
    return {
      code: "undeclared_tool",
      reason: `No policy table stands under exactly the name ${quote(tool.name)}.`,
      hint: UNNAMEABLE.has(tool.name)
        ? nothingToConfigure(
            "No configuration can name it: the server has to give the tool another name.",
          )
        : tableHint(
            request.server,
            tool.name,
            cautiousPolicy(request.ceiling),
            cautionSentence(request.ceiling),
          ),
    };
  }
  const { effect, footprint } = policy;
  if (effect === null || footprint === null) {
    return {
      code: "opaque_shell",
      reason: `The policy of ${quote(tool.name)} omits ${effect === null ? "effect" : "footprint"}, so it counts as a high-risk opaque shell.`,
      hint: tableHint(
        request.server,
        tool.name,
        completedPolicy(policy, request.ceiling),
        completionSentence(policy, request.ceiling),
      ),
    };
  }
  const definition = readDefinition(tool);
  if ("code" in definition) return definition;
  // Spelled out: copying with `...` costs twenty times as much, for each of hundreds of tools.
  return {
    request,
    tool,
    timesListed: context.timesListed,
    inputSchema: definition.inputSchema,
    digest: definition.digest,
    policy: {
      effect,
      footprint,
      risk: policy.risk,
      proposalBindings: policy.proposalBindings,
      pin: policy.pin,
    },
  };
}

function admit({ request, tool, policy, digest }: DeclaredContext): Admission {
  return {
    kind: "admitted",
    operation: {
      operation: operationName(request.server, tool.name),
      remoteName: tool.name,
      alias: aliasOf(request.server, tool.name),
      source: "tool",
      effect: policy.effect,
      risk: policy.risk,
      footprint: policy.footprint,
      bindings: policy.proposalBindings,
      digest,
      rule: "policy",
    },
  };
}

function reject({ tool }: ListedContext, rejection: Rejection): Admission {
  return { kind: "rejected", tool: { remoteName: tool.name, ...rejection } };
}
