import { canonicalDescription } from "./canonical-description.js";
import type {
  CapabilityDescription,
  PathScope,
  ProviderIdentity,
  RiskCeiling,
} from "./capability.js";
import type { EffectKind } from "./effect.js";
import { EFFECT_KINDS } from "./effect.js";
import { KernelError } from "./kernel-error.js";
import { readHost } from "./network-targets.js";
import { readPath } from "./paths.js";
import { quote } from "./quote.js";

/** Most entries that one list of a description may have. */
export const DESCRIPTION_LIST_LIMIT = 1_024;

export type DescriptionReading =
  | { readonly kind: "read"; readonly description: CapabilityDescription }
  | { readonly kind: "invalid"; readonly reason: string };

/** Raised while reading a member and caught once, in `readCapabilityDescription`. */
class Unreadable extends Error {}

const RISK_CEILINGS: readonly RiskCeiling[] = ["none", "low", "medium", "high"];

/**
 * Reads a description from a value that may be anything, such as a journal's `grant` record, into its canonical form. The result is
 * data: it authorises nothing until an authority grants it.
 */
export function readCapabilityDescription(value: unknown): DescriptionReading {
  try {
    return { kind: "read", description: canonicalDescription(readMembers(value)) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "invalid", reason: error.message };
    throw error;
  }
}

/** The canonical form of a description that code made. One that is none is a broken contract: a `KernelError`. */
export function requireDescription(description: CapabilityDescription): CapabilityDescription {
  const reading = readCapabilityDescription(description);
  if (reading.kind === "read") return reading.description;
  throw new KernelError({ code: "invalid_description", message: reading.reason });
}

function readMembers(value: unknown): CapabilityDescription {
  const object = readObject(value, "A capability description");
  const read = <Value>(name: string, reader: (value: unknown, name: string) => Value): Value =>
    reader(object.get(name), name);
  if (object.get("version") !== 1) throw wrong("version", "the number 1");
  return {
    version: 1,
    mode: read("mode", oneOf(["agent", "chat"])),
    effects: read("effects", listOf(oneOf(EFFECT_KINDS))),
    riskCeiling: read("riskCeiling", oneOf(RISK_CEILINGS)),
    criticalEffects: read("criticalEffects", listOf(oneOf<EffectKind>(EFFECT_KINDS))),
    asksFrom: read("asksFrom", oneOf(RISK_CEILINGS)),
    paths: read("paths", listOf(readScope)),
    commands: read("commands", listOf(readPrefix)),
    hosts: read("hosts", listOf(readHostEntry)).flat(),
    providers: read("providers", nullOr(readProviders)),
    callBudget: read("callBudget", nullOr(readCount)),
    expiresAt: read("expiresAt", nullOr(readCount)),
  };
}

type Reader<Value> = (value: unknown, name: string) => Value;

function wrong(name: string, expected: string): Unreadable {
  return new Unreadable(
    `The member ${quote(name)} of a capability description must be ${expected}.`,
  );
}

/** Own members only: nothing is read from a prototype. */
function readObject(value: unknown, subject: string): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Unreadable(`${subject} must be an object.`);
  }
  return new Map(Object.entries(value));
}

function oneOf<Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw wrong(name, `one of ${words.join(", ")}`);
    return word;
  };
}

function nullOr<Value>(reader: Reader<Value>): Reader<Value | null> {
  return (value, name) => (value === null ? null : reader(value, name));
}

function listOf<Value>(reader: Reader<Value>): Reader<readonly Value[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw wrong(name, "a list");
    if (value.length > DESCRIPTION_LIST_LIMIT) {
      throw wrong(name, `a list of at most ${DESCRIPTION_LIST_LIMIT} entries`);
    }
    return value.map((item: unknown) => reader(item, name));
  };
}

function readText(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") throw wrong(name, "text that is not empty");
  return value;
}

function readCount(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw wrong(name, "null or a whole number from 0");
  }
  return value;
}

function readScope(value: unknown): PathScope {
  const scope = readObject(value, "A path scope");
  const reading = readPath(readText(scope.get("path"), "paths"), null);
  if (reading.kind === "unreadable") throw wrong("paths", "a list of plain absolute paths");
  return { provider: nullOr(readText)(scope.get("provider"), "paths"), path: reading.path };
}

function readPrefix(value: unknown): readonly string[] {
  const words = listOf(readText)(value, "commands");
  if (words.length === 0) throw wrong("commands", "a list of argv prefixes of at least one word");
  return words;
}

function readHostEntry(value: unknown): readonly string[] {
  const endpoints = readHost(readText(value, "hosts"));
  if (endpoints === null) throw wrong("hosts", "a list of hosts: name or name:port");
  return endpoints;
}

function readProviders(value: unknown): readonly ProviderIdentity[] {
  const providers = listOf(readProvider)(value, "providers");
  if (new Set(providers.map(({ provider }) => provider)).size !== providers.length) {
    throw wrong("providers", "a list that names each provider once");
  }
  return providers;
}

function readProvider(value: unknown): ProviderIdentity {
  const identity = readObject(value, "A provider's identity");
  return {
    provider: readText(identity.get("provider"), "providers"),
    endpointIdentity: readText(identity.get("endpointIdentity"), "providers"),
    policyDigest: readText(identity.get("policyDigest"), "providers"),
    toolDigests: nullOr(listOf(readText))(identity.get("toolDigests"), "providers"),
  };
}
