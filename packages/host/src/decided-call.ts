import type { CallIdentity, CallOrigin } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import type {
  Decision,
  EffectProposal,
  OperationBinding,
  ResolvedLink,
  Touch,
} from "@perspt/kernel";

/** A proposal, what it was decided from, and the decision: what an intent and a refusal write down. */
export interface DecidedCall {
  readonly proposal: EffectProposal;
  /** As they will be sent; only their redacted form is written down. */
  readonly argumentsValue: JsonObject;
  readonly identity: CallIdentity;
  readonly origin: CallOrigin | null;
  /** Empty where the footprint could not be resolved, which is then refused. */
  readonly touches: readonly Touch[];
  readonly root: string | null;
  readonly links: readonly ResolvedLink[];
  readonly boundNow: OperationBinding | null;
  readonly approver: "nobody" | "can_ask";
  /** Seq of the approval's record; null where nobody was asked. */
  readonly approval: number | null;
  /** The highest seq folded into what it was decided from. */
  readonly basis: number;
  readonly decidedAt: number;
  readonly decision: Decision;
}
