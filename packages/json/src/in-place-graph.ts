import type { JsonObject } from "./json-value.js";

export interface SchemaNode {
  readonly pointer: string;
  /** Schemas that apply to the same value: targets of references and in-place applicators. */
  readonly inPlace: readonly JsonObject[];
}

export type InPlaceProblem = {
  /** `endless`: a schema applies itself to the same value again. `expansion`: references multiply what applies to one value. */
  readonly kind: "endless" | "expansion";
  readonly pointer: string;
};

/**
 * What would make checking a single value endless (T36), or exponential in the size of the schema although it is small (T35); null when
 * nothing does. Depth first, with a stack of its own: a hostile schema must not overflow ours.
 */
export function findInPlaceProblem(
  nodes: ReadonlyMap<JsonObject, SchemaNode>,
  maxApplied: number,
): InPlaceProblem | null {
  /** How many schemas apply to a value when this one does, each counted as often as it is reached. */
  const applied = new Map<JsonObject, number>();
  for (const [start, { inPlace }] of nodes) {
    // Most schemas have none within them that apply to the same value.
    if (inPlace.length === 0) {
      applied.set(start, 1);
      continue;
    }
    const path: { readonly schema: JsonObject; next: number; applied: number }[] = [];
    const onPath = new Set<JsonObject>();
    const enter = (schema: JsonObject): void => {
      onPath.add(schema);
      path.push({ schema, next: 0, applied: 1 });
    };
    if (!applied.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const node = nodes.get(top.schema);
      const child = node?.inPlace[top.next];
      const known = child === undefined ? undefined : applied.get(child);
      if (child === undefined) {
        applied.set(top.schema, top.applied);
        onPath.delete(top.schema);
        path.pop();
      } else if (known !== undefined) {
        top.applied += known;
        top.next += 1;
        if (top.applied > maxApplied) return { kind: "expansion", pointer: node?.pointer ?? "" };
      } else if (onPath.has(child)) {
        return { kind: "endless", pointer: nodes.get(child)?.pointer ?? "" };
      } else {
        enter(child);
      }
    }
  }
  return null;
}
