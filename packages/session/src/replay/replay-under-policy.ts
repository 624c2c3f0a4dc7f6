import { JournalError, type JournalReading } from "@perspt/journal";
import { isJsonObject, type JsonObject, type JsonValue } from "@perspt/json";
import {
  agentCeiling,
  type CapabilityDescription,
  CHAT_CEILING,
  decide,
  type EffectProposal,
} from "@perspt/kernel";
import {
  type AdmittedOperation,
  admitCatalog,
  policyDigest,
  type RejectedTool,
  type ToolPolicies,
} from "@perspt/policy";
import { LOCAL_PROVIDER } from "./local-provider.js";
import {
  type RecordedDecision,
  readDecision,
  recordedVerdict,
  verdictOf,
} from "./read-decision.js";
import type { DecisionRecord } from "./recorded-call.js";
import { readHistory, type ServerListing, type SessionHistory } from "./session-history.js";

/** The verdict on a recorded call under another policy. */
export type PolicyVerdict =
  | { readonly kind: "same"; readonly verdict: string }
  | { readonly kind: "different"; readonly verdict: string; readonly because: string }
  /** The record does not hold what the decision would be made from: a value is redacted, or its blob is missing. */
  | { readonly kind: "undecidable"; readonly because: string };

export interface PolicyReplay {
  readonly seq: number;
  readonly operation: string;
  /** Such as `allow: risk_runs`. */
  readonly recorded: string;
  readonly now: PolicyVerdict;
}

/**
 * Yesterday's calls under tomorrow's policy: admits the recorded definitions again and decides every call again, under the grant that it
 * was made under. Calls of operations that run in the host's own process have no policy of a user, and are left out.
 */
export function replayUnderPolicy(
  reading: Pick<JournalReading, "records" | "load">,
  policies: ReadonlyMap<string, ToolPolicies>,
): readonly PolicyReplay[] {
  const history = readHistory(reading);
  const trial = new PolicyTrial(history, reading.load, policies);
  return history.calls
    .filter(({ server }) => server !== LOCAL_PROVIDER)
    .map((record) => {
      const { seq, operation } = record;
      return { seq, operation, recorded: recordedVerdict(record), now: trial.verdictOn(record) };
    });
}

interface AdmittedAgain {
  readonly admitted: readonly AdmittedOperation[];
  readonly rejected: readonly RejectedTool[];
}

class PolicyTrial {
  readonly #history: SessionHistory;
  readonly #load: JournalReading["load"];
  readonly #policies: ReadonlyMap<string, ToolPolicies>;
  /** By the seq of the catalog's record. */
  readonly #admissions = new Map<number, AdmittedAgain>();

  constructor(
    history: SessionHistory,
    load: JournalReading["load"],
    policies: ReadonlyMap<string, ToolPolicies>,
  ) {
    this.#history = history;
    this.#load = load;
    this.#policies = policies;
  }

  verdictOn(record: DecisionRecord): PolicyVerdict {
    try {
      const decision = readDecision(record, this.#history, this.#load);
      const listing = this.#history.listing(record.server, record.epoch, record.basis);
      if (decision.kind === "unreadable" || listing === null) {
        return undecidable("The record does not hold what it was decided from.");
      }
      const { admitted, rejected } = this.#admit(listing, decision.snapshot.grant);
      const operation = admitted.find((candidate) => candidate.operation === record.operation);
      if (operation !== undefined) return this.#decide(record, decision, operation);
      const tool = rejected.find(
        ({ remoteName }) => `mcp.${record.server}.${remoteName}` === record.operation,
      );
      return {
        kind: "different",
        verdict: `not admitted: ${tool?.code ?? "undeclared_tool"}`,
        because: tool?.reason ?? "The policy says nothing of the operation.",
      };
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return undecidable(error.message);
    }
  }

  #admit({ catalog }: ServerListing, grant: CapabilityDescription): AdmittedAgain {
    const known = this.#admissions.get(catalog.seq);
    if (known !== undefined) return known;
    const definitions = this.#load(catalog.definitions);
    const capabilities = this.#load(catalog.capabilities);
    const again = admitCatalog({
      server: catalog.server,
      transport: catalog.transport,
      ceiling: grant.mode === "chat" ? CHAT_CEILING : agentCeiling(grant.criticalEffects),
      policies: this.#policiesOf(catalog.server),
      tools: (Array.isArray(definitions) ? definitions : []).filter(isJsonObject).map(listedTool),
      capabilities: isJsonObject(capabilities) ? capabilities : {},
    });
    const admission = again.kind === "decided" ? again : { admitted: [], rejected: [] };
    this.#admissions.set(catalog.seq, admission);
    return admission;
  }

  #decide(
    record: DecisionRecord,
    { snapshot, proposal }: Extract<RecordedDecision, { readonly kind: "read" }>,
    { effect, risk, footprint, bindings, digest }: AdmittedOperation,
  ): PolicyVerdict {
    const hidden = [...footprint.selectors, ...bindings]
      .flatMap((part) => ("field" in part ? [part.field] : []))
      .find((field) => isRedacted(ownValue(proposal.arguments?.value ?? {}, field)));
    if (hidden !== undefined) {
      return undecidable(`The value of ${JSON.stringify(hidden)} is redacted in the record.`);
    }
    const binding = {
      ...proposal.binding,
      policyDigest: policyDigest(this.#policiesOf(record.server)),
      toolDigest: digest,
    };
    const next: EffectProposal = { ...proposal, binding, effect, risk, footprint, bindings };
    const decision = decide(
      {
        ...snapshot,
        // As current as it was; policy and grant as they would be made from the other file.
        binding: snapshot.binding === null ? null : { ...binding, epoch: snapshot.binding.epoch },
        grant: { ...snapshot.grant, providers: null },
      },
      next,
    );
    const verdict = verdictOf(decision);
    return verdict === recordedVerdict(record)
      ? { kind: "same", verdict }
      : { kind: "different", verdict, because: decision.because };
  }

  #policiesOf(server: string): ToolPolicies {
    return this.#policies.get(server) ?? new Map();
  }
}

function undecidable(because: string): PolicyVerdict {
  return { kind: "undecidable", because };
}

function listedTool(definition: JsonObject) {
  const { name } = definition;
  return { name: typeof name === "string" ? name : "", definition };
}

function ownValue(value: JsonObject, field: string): JsonValue | undefined {
  return Object.hasOwn(value, field) ? value[field] : undefined;
}

/** A value that the journal took out, whole or in a part of a text. */
function isRedacted(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return /\[redacted [0-9a-f]{32}\]/.test(value);
  if (Array.isArray(value)) return value.some(isRedacted);
  return isJsonObject(value) && Object.hasOwn(value, "redacted");
}
