import type { FieldReading, UnresolvedField } from "./argument-fields.js";
import { readStrings, unresolvedField } from "./argument-fields.js";
import type { Footprint, FootprintSelector, Touch } from "./footprint.js";
import { parentDirectory, readPath } from "./paths.js";
import type { ProposedArguments } from "./proposal.js";
import { quote } from "./quote.js";

/** The family of `literal` resources among the touches. */
export const LITERAL_FAMILY = "literal";

export interface ArgumentContext {
  readonly arguments: ProposedArguments["value"];
  /** Whose rate limit `provider_rate_limit` means. */
  readonly provider: string;
  /** Where relative paths start from; null leaves them unresolved. */
  readonly root: string | null;
}

export type FootprintResolution =
  | { readonly kind: "resolved"; readonly touches: readonly Touch[] }
  | { readonly kind: "unresolved"; readonly unresolved: readonly UnresolvedField[] };

/**
 * What a call touches: the footprint with the argument values put in, a list's elements one by one. `parent_manifest_of` touches the
 * whole directory that holds the path, because which manifest file lies there cannot be known without looking.
 */
export function resolveFootprint(
  footprint: Footprint,
  context: ArgumentContext,
): FootprintResolution {
  const touches: Touch[] = [];
  const unresolved: UnresolvedField[] = [];
  for (const selector of footprint.selectors) {
    const reading = resolveSelector(selector, context);
    if (reading.kind === "unresolved") unresolved.push(reading.unresolved);
    else touches.push(...reading.value);
  }
  return unresolved.length > 0 ? { kind: "unresolved", unresolved } : { kind: "resolved", touches };
}

function resolveSelector(
  selector: FootprintSelector,
  context: ArgumentContext,
): FieldReading<readonly Touch[]> {
  switch (selector.kind) {
    case "literal":
      return one({
        kind: "value",
        family: LITERAL_FAMILY,
        value: selector.resource,
        access: selector.access,
      });
    case "provider_rate_limit":
      return one({ kind: "rate_limit", provider: context.provider });
    case "opaque_workspace":
      return one({ kind: "workspace" });
    case "scoped_argument": {
      const { family, access } = selector;
      const texts = readStrings(context.arguments, selector.field);
      if (texts.kind === "unresolved") return texts;
      return {
        kind: "value",
        value: texts.value.map((value) => ({ kind: "value", family, value, access })),
      };
    }
    case "path_argument":
      return resolvePaths(selector, context, (path) => path);
    case "parent_manifest_of":
      return resolvePaths(selector, context, parentDirectory);
  }
}

function resolvePaths(
  selector: Extract<FootprintSelector, { readonly kind: "path_argument" | "parent_manifest_of" }>,
  context: ArgumentContext,
  touched: (path: string) => string,
): FieldReading<readonly Touch[]> {
  const { field, access } = selector;
  const texts = readStrings(context.arguments, field);
  if (texts.kind === "unresolved") return texts;
  const touches: Touch[] = [];
  for (const text of texts.value) {
    const reading = readPath(text, context.root);
    if (reading.kind === "unreadable") {
      return unresolvedField(field, `holds ${quote(text)}, which ${reading.because}`);
    }
    touches.push({ kind: "path", path: touched(reading.path), access });
  }
  return { kind: "value", value: touches };
}

function one(touch: Touch): FieldReading<readonly Touch[]> {
  return { kind: "value", value: [touch] };
}
