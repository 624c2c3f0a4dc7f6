import type { JsonObject } from "./json-value.js";

export interface SchemaNode {
  readonly pointer: string;
  /** Schemas that apply to the same value: `$ref` targets and in-place applicators. */
  readonly inPlace: readonly JsonObject[];
}

/** Pointer of a schema that applies itself to the same value again, so that validating never ends (T36); null when there is none. */
export function findInPlaceCycle(nodes: ReadonlyMap<JsonObject, SchemaNode>): string | null {
  const finished = new Set<JsonObject>();
  for (const start of nodes.keys()) {
    const cycle = cycleFrom(start, nodes, finished);
    if (cycle !== null) return cycle;
  }
  return null;
}

/** Depth first, with a stack of its own: a hostile schema must not overflow ours. */
function cycleFrom(
  start: JsonObject,
  nodes: ReadonlyMap<JsonObject, SchemaNode>,
  finished: Set<JsonObject>,
): string | null {
  const path: { readonly schema: JsonObject; next: number }[] = [{ schema: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const child = nodes.get(top.schema)?.inPlace[top.next];
    top.next += 1;
    if (child === undefined) {
      finished.add(top.schema);
      onPath.delete(top.schema);
      path.pop();
    } else if (onPath.has(child)) {
      return nodes.get(child)?.pointer ?? "";
    } else if (!finished.has(child)) {
      onPath.add(child);
      path.push({ schema: child, next: 0 });
    }
  }
  return null;
}
