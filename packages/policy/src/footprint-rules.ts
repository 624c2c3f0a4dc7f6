import { type FieldResolution, isJsonObject, type JsonObject, resolveField } from "@perspt/json";
import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import { isReadOnlyEffect, listForSentence, quote } from "@perspt/kernel";
import { nothingToConfigure, tableHint } from "./hints.js";
import { operationName } from "./operation-name.js";
import type { DeclaredContext, Rejection } from "./rejection.js";
import { tomlString } from "./toml.js";

/** Rule 7. What a footprint selects by is there whatever the arguments are (T47). */
export function checkFootprintFields(context: DeclaredContext): Rejection | null {
  const { request, tool, policy, inputSchema } = context;
  const faulty = policy.footprint.selectors.flatMap((selector) => {
    const resolution = "field" in selector ? resolveField(inputSchema, selector.field) : null;
    return resolution === null || resolution.kind === "found" ? [] : [{ selector, resolution }];
  });
  const [first] = faulty;
  if (first === undefined || !("field" in first.selector)) return null;
  const selectors = policy.footprint.selectors.map((selector) =>
    faulty.some((fault) => fault.selector === selector)
      ? wholeServer(selector, operationName(request.server, "*"))
      : selector,
  );
  return {
    code: "unknown_footprint_field",
    reason: `The footprint selects by the argument ${quote(first.selector.field)}, which ${first.resolution.because}.`,
    hint: tableHint(
      request.server,
      tool.name,
      { ...policy, footprint: { selectors } },
      `Arguments that can select: ${selectableFields(inputSchema)}. Without one, the call counts as touching the whole server or workspace.`,
    ),
  };
}

/** A selector that needs no argument and covers what the faulty one could have meant. */
function wholeServer(selector: FootprintSelector, resource: string): FootprintSelector {
  return "access" in selector && selector.access === "read"
    ? { kind: "literal", resource, access: "read" }
    : { kind: "opaque_workspace" };
}

function selectableFields(schema: JsonObject): string {
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : {};
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  const selectable = names
    .slice(0, 32)
    .filter((name) => resolveField(schema, name).kind === "found");
  return listForSentence(selectable, (name) => tomlString(name.slice(0, 64)));
}

/** Rule 8. What a binding feeds to path, command or network scope is there, and of the type that its kind reads. */
export function checkBindings({
  request,
  tool,
  policy,
  inputSchema,
}: DeclaredContext): Rejection | null {
  for (const binding of policy.proposalBindings) {
    const resolution = resolveField(inputSchema, binding.field);
    const because = bindingProblem(binding, resolution);
    if (because === null) continue;
    const repaired = repairedBinding(binding, resolution);
    const proposalBindings = policy.proposalBindings.map((other) =>
      other === binding && repaired !== null ? repaired : other,
    );
    return {
      code: "invalid_binding",
      reason: `The ${binding.kind} binding names the argument ${quote(binding.field)}, which ${because}.`,
      hint:
        repaired === null
          ? nothingToConfigure(
              `Only an argument that is always text or a list of text can be bound: ${selectableFields(inputSchema)}.`,
            )
          : tableHint(request.server, tool.name, { ...policy, proposalBindings }),
    };
  }
  return null;
}

function bindingProblem(binding: ProposalBinding, resolution: FieldResolution): string | null {
  if (resolution.kind !== "found") return resolution.because;
  switch (binding.kind) {
    case "path":
    case "url":
      return resolution.type === "string" ? null : "is a list: a list takes a multi_value binding";
    case "command":
      // A list is one program with its arguments.
      return null;
    case "multi_value":
      return resolution.type === "string_list"
        ? null
        : `is one text: one text takes a ${binding.target} binding`;
  }
}

function repairedBinding(
  binding: ProposalBinding,
  resolution: FieldResolution,
): ProposalBinding | null {
  if (resolution.kind !== "found") return null;
  const { field } = binding;
  return binding.kind === "multi_value"
    ? { kind: binding.target, field }
    : { kind: "multi_value", field, target: binding.kind };
}

/** Rule 9. Effect and footprint tell the same story: what changes something writes somewhere, what only reads writes nowhere. */
export function checkCoherence({ request, tool, policy }: DeclaredContext): Rejection | null {
  const { effect, footprint } = policy;
  const writes = footprint.selectors.some(isWrite);
  if (isReadOnlyEffect(effect) && writes) {
    return {
      code: "incoherent_footprint",
      reason: `The effect ${effect} reads only, and the footprint of ${quote(tool.name)} writes.`,
      hint: tableHint(
        request.server,
        tool.name,
        { ...policy, effect: "data_write" },
        "Or the footprint reads only, if that is what the tool does.",
      ),
    };
  }
  const mayWriteNowhere =
    isReadOnlyEffect(effect) || effect === "network_fetch" || effect === "ask_user";
  if (mayWriteNowhere || writes) return null;
  const selectors = [...footprint.selectors, { kind: "opaque_workspace" as const }];
  return {
    code: "incoherent_footprint",
    reason: `The effect ${effect} changes something, and the footprint of ${quote(tool.name)} writes nowhere.`,
    hint: tableHint(
      request.server,
      tool.name,
      { ...policy, footprint: { selectors } },
      'Or a selector with access = "write" that says what the tool changes.',
    ),
  };
}

/** An opaque workspace may be written anywhere. */
function isWrite(selector: FootprintSelector): boolean {
  if (selector.kind === "opaque_workspace") return true;
  return "access" in selector && selector.access === "write";
}
