import type {
  ApprovalRecord,
  CallFacts,
  IntentRecord,
  RecordedArgumentBinding,
  RecordedSelector,
  RefusalRecord,
} from "@perspt/journal";
import { isJsonObject, type JsonValue } from "@perspt/json";
import {
  type Access,
  type CapabilityDescription,
  EFFECT_KINDS,
  type EffectKind,
  type EffectProposal,
  type FootprintSelector,
  type ProposalBinding,
  RISK_CLASSES,
  type RiskClass,
  readCapabilityDescription,
  type Snapshot,
} from "@perspt/kernel";

/** A record that holds a decision on a call. */
export type DecisionRecord = IntentRecord | RefusalRecord;

/** What a recorded decision was made from, or the member of the record that this version cannot read. */
export type CallReading =
  | { readonly kind: "read"; readonly proposal: EffectProposal }
  | { readonly kind: "unreadable"; readonly member: string };

/** The proposal as the record tells it. The record's digest stands for itself: whether it fits the arguments is another question. */
export function readProposal(record: CallFacts, argumentsValue: JsonValue): CallReading {
  const effect = readEffect(record.effect);
  if (effect === null) return { kind: "unreadable", member: "effect" };
  const risk = readRisk(record.risk);
  if (risk === null) return { kind: "unreadable", member: "risk" };
  const selectors = readSelectors(record.selectors);
  if (selectors === null) return { kind: "unreadable", member: "selectors" };
  const bindings = readBindings(record.bindings);
  if (bindings === null) return { kind: "unreadable", member: "bindings" };
  if (!isJsonObject(argumentsValue)) return { kind: "unreadable", member: "arguments" };
  const { epoch, endpointIdentity, policyDigest, toolDigest } = record;
  return {
    kind: "read",
    proposal: {
      operation: record.operation,
      provider: record.server,
      binding: { epoch, endpointIdentity, policyDigest, toolDigest },
      effect,
      risk,
      footprint: { selectors },
      bindings,
      arguments: { value: argumentsValue, digest: record.argumentsDigest },
    },
  };
}

/** The grant of a session as it can be decided under; null where the record holds none. */
export function readGrant(capability: unknown): CapabilityDescription | null {
  const reading = readCapabilityDescription(capability);
  return reading.kind === "read" ? reading.description : null;
}

/**
 * The approval as the decision met it. The call that somebody was asked about was granted by its digest; an approval that stands covers
 * the calls after it by its capability. Null where the record holds none that can be read.
 */
export function readApproval(
  record: CallFacts,
  approval: ApprovalRecord | null,
  use: "first" | "later",
): Snapshot["approval"] | null {
  if (record.approval === null) return { kind: record.approver };
  if (approval === null) return null;
  const { by, verdict, argumentsDigest, standing } = approval;
  if (verdict === "denied") return { kind: "denied", by };
  if (use === "first") return { kind: "granted", by, argumentsDigest };
  const capability = readGrant(standing);
  return capability === null ? null : { kind: "standing", capability };
}

function readEffect(text: string): EffectKind | null {
  return EFFECT_KINDS.find((effect) => effect === text) ?? null;
}

function readRisk(text: string): RiskClass | null {
  return RISK_CLASSES.find((risk) => risk === text) ?? null;
}

function readSelectors(recorded: readonly RecordedSelector[]): readonly FootprintSelector[] | null {
  const selectors = recorded.flatMap((selector) => readSelector(selector) ?? []);
  return selectors.length === recorded.length ? selectors : null;
}

function readSelector(recorded: RecordedSelector): FootprintSelector | null {
  const { kind, field, family, resource } = recorded;
  const access = readAccess(recorded.access);
  switch (kind) {
    case "literal":
      return access === null || resource === undefined ? null : { kind, resource, access };
    case "path_argument":
    case "parent_manifest_of":
      return access === null || field === undefined ? null : { kind, field, access };
    case "scoped_argument":
      return access === null || field === undefined || family === undefined
        ? null
        : { kind, family, field, access };
    case "provider_rate_limit":
    case "opaque_workspace":
      return { kind };
    default:
      return null;
  }
}

function readAccess(text: string | undefined): Access | null {
  return text === "read" || text === "write" ? text : null;
}

function readBindings(
  recorded: readonly RecordedArgumentBinding[],
): readonly ProposalBinding[] | null {
  const bindings = recorded.flatMap((binding) => readBinding(binding) ?? []);
  return bindings.length === recorded.length ? bindings : null;
}

function readBinding({ kind, field, target }: RecordedArgumentBinding): ProposalBinding | null {
  switch (kind) {
    case "path":
    case "command":
    case "url":
      return { kind, field };
    case "multi_value":
      return target === "path" || target === "command" || target === "url"
        ? { kind, field, target }
        : null;
    default:
      return null;
  }
}
