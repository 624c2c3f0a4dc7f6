import type { OperationPolicy } from "@perspt/host";
import type { EffectKind } from "@perspt/kernel";

/** Reads the one path of an argument. */
export function readsPath(effect: EffectKind, field: string): OperationPolicy {
  return {
    effect,
    risk: "low",
    footprint: { selectors: [{ kind: "path_argument", field, access: "read" }] },
    bindings: [{ kind: "path", field }],
  };
}

/** Changes the paths of these arguments, and nothing else. */
export function writesPaths(effect: EffectKind, ...fields: readonly string[]): OperationPolicy {
  return {
    effect,
    risk: "low",
    footprint: {
      selectors: fields.map((field) => ({ kind: "path_argument", field, access: "write" })),
    },
    bindings: fields.map((field) => ({ kind: "path", field })),
  };
}

/** Reads the repository's history, which no other tool changes. */
export const READS_REPOSITORY: OperationPolicy = {
  effect: "git_read",
  risk: "low",
  footprint: { selectors: [{ kind: "opaque_workspace" }] },
  bindings: [],
};
