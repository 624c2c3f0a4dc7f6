import type { CapabilityDescription, PathScope, ProviderIdentity } from "./capability.js";
import { CHAT_CEILING } from "./ceiling.js";
import { startsWithWords } from "./commands.js";
import type { EffectKind } from "./effect.js";
import { EFFECT_KINDS } from "./effect.js";
import { freezeScopes } from "./granted-paths.js";
import { isWithin } from "./paths.js";
import { compareRisk, lowerRisk } from "./risk.js";

/**
 * The one spelling of an authority, frozen: lists sorted, without repetition and without members that another member covers, and
 * chat held under its ceiling. Two descriptions that allow the same are equal in it. Expects a valid description.
 */
export function canonicalDescription(description: CapabilityDescription): CapabilityDescription {
  const isChat = description.mode === "chat";
  const riskCeiling = isChat
    ? lowerRisk(description.riskCeiling, CHAT_CEILING.riskCeiling)
    : description.riskCeiling;
  const effects = sortEffects(
    isChat
      ? description.effects.filter((effect) => CHAT_CEILING.effects.includes(effect))
      : description.effects,
  );
  const criticalEffects =
    compareRisk(riskCeiling, "high") < 0
      ? []
      : effects.filter((effect) => description.criticalEffects.includes(effect));
  return Object.freeze({
    version: 1,
    mode: description.mode,
    effects: Object.freeze(effects),
    riskCeiling,
    criticalEffects: Object.freeze(criticalEffects),
    asksFrom: description.asksFrom,
    paths: freezeScopes(uncovered(description.paths, scopeKey, coversScope)),
    commands: Object.freeze(
      uncovered(description.commands, JSON.stringify, coversCommand).map((words) =>
        Object.freeze([...words]),
      ),
    ),
    hosts: Object.freeze(sortTexts(description.hosts)),
    providers:
      description.providers === null ? null : Object.freeze(sortProviders(description.providers)),
    callBudget: description.callBudget,
    expiresAt: description.expiresAt,
  });
}

function sortEffects(effects: readonly EffectKind[]): readonly EffectKind[] {
  return EFFECT_KINDS.filter((effect) => effects.includes(effect));
}

function sortTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function uncovered<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  covers: (wide: Item, narrow: Item) => boolean,
): readonly Item[] {
  const unique = [...new Map(items.map((item) => [keyOf(item), item])).entries()];
  return unique
    .filter(([, item]) => !unique.some(([, other]) => other !== item && covers(other, item)))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, item]) => item);
}

function scopeKey({ provider, path }: PathScope): string {
  return JSON.stringify([path, provider]);
}

function coversScope(wide: PathScope, narrow: PathScope): boolean {
  const sameProvider = wide.provider === null || wide.provider === narrow.provider;
  return sameProvider && isWithin(narrow.path, wide.path);
}

function coversCommand(wide: readonly string[], narrow: readonly string[]): boolean {
  return startsWithWords(narrow, wide);
}

function sortProviders(providers: readonly ProviderIdentity[]): readonly ProviderIdentity[] {
  return providers
    .map((identity) =>
      Object.freeze({
        provider: identity.provider,
        endpointIdentity: identity.endpointIdentity,
        policyDigest: identity.policyDigest,
        toolDigests:
          identity.toolDigests === null ? null : Object.freeze(sortTexts(identity.toolDigests)),
      }),
    )
    .sort((left, right) => (left.provider < right.provider ? -1 : 1));
}
