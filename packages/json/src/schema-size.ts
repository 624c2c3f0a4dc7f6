import type { JsonObject } from "./json-value.js";
import { problem, type SchemaProblem } from "./schema-problem.js";
import { serializedBytes, serializesWithin } from "./serialized-bytes.js";

/** Values nest this deep at most before anything walks them; the wire lets no more through (T29). */
const MAX_JSON_DEPTH = 128;

/** What is wrong with a schema's size, told without recursion; null when nothing is. */
export function sizeProblem(schema: JsonObject, maxBytes: number): SchemaProblem | null {
  if (nestsDeeperThan(schema, MAX_JSON_DEPTH)) {
    const message = `Expected values nested at most ${MAX_JSON_DEPTH} deep; got more.`;
    return problem("too_deep", "", message);
  }
  if (serializesWithin(schema, maxBytes)) return null;
  const message = `Expected at most ${maxBytes} bytes; got ${serializedBytes(schema)}.`;
  return problem("too_large", "", message);
}

/** Level by level, so that depth costs no stack. */
function nestsDeeperThan(root: object, maxDepth: number): boolean {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const value of Object.values(container)) if (isContainer(value)) next.push(value);
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
