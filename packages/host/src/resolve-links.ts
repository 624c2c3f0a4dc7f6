import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "@perspt/json";
import { type ResolvedLink, resolveBindings, resolveFootprint } from "@perspt/kernel";
import type { BoundOperation } from "./bound-operation.js";

/**
 * The paths of a call that the file system resolves elsewhere, so that the kernel can hold the real ones to the scope too (T73). A path
 * that does not exist yet is resolved as far as it does.
 */
export async function resolveLinks(
  operation: BoundOperation,
  argumentsValue: JsonObject,
): Promise<readonly ResolvedLink[]> {
  const links: ResolvedLink[] = [];
  for (const path of new Set(pathsOf(operation, argumentsValue))) {
    const realPath = await realPathOf(path);
    if (realPath !== path) links.push({ path, realPath });
  }
  return links;
}

function pathsOf(operation: BoundOperation, argumentsValue: JsonObject): readonly string[] {
  const { policy, provider, root } = operation;
  const footprint = resolveFootprint(policy.footprint, {
    arguments: argumentsValue,
    provider,
    root,
  });
  const touched =
    footprint.kind === "resolved"
      ? footprint.touches.flatMap((touch) => (touch.kind === "path" ? [touch.path] : []))
      : [];
  const bound = resolveBindings(policy.bindings, argumentsValue, root).paths.flatMap(
    ({ reading }) => (reading.kind === "path" ? [reading.path, ...reading.crossed] : []),
  );
  return [...touched, ...bound];
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}
