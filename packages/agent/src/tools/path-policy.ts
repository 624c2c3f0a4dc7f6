import type { OperationPolicy } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { Access, EffectKind, RiskClass } from "@perspt/kernel";

/** The policy of a tool whose arguments name places of the tree: each is touched, and each is held to the grant's scope. */
export function pathPolicy(
  effect: EffectKind,
  risk: RiskClass,
  access: Access,
  fields: readonly string[],
): OperationPolicy {
  return {
    effect,
    risk,
    footprint: { selectors: fields.map((field) => ({ kind: "path_argument", field, access })) },
    bindings: fields.map((field) => ({ kind: "path", field })),
  };
}

/** A path argument of the schema. Required wherever it stands: the kernel denies a call whose bound path is absent. */
export function pathProperty(description: string): JsonObject {
  return { type: "string", minLength: 1, maxLength: 4096, description };
}

export const FROM_THE_ROOT = 'Relative to the workspace\'s root, such as "src/main.ts".';
export const ROOT_IS_DOT = 'Relative to the workspace\'s root; "." for the root itself.';
