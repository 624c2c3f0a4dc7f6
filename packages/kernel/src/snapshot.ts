import type { OperationBinding } from "./binding.js";
import type { CapabilityDescription } from "./capability.js";
import type { Touch } from "./footprint.js";

/** What is known of a person's word on this call. */
export type Approval =
  /** Nobody can be asked: an ask is a deny. */
  | { readonly kind: "nobody" }
  | { readonly kind: "can_ask" }
  /** Holds for the arguments of this digest alone; for any others it counts as `can_ask`. */
  | {
      readonly kind: "granted";
      readonly by: "person" | "flag";
      readonly argumentsDigest: string;
    }
  /**
   * A person approved calls like an earlier one for the rest of the session. Holds for what the narrowed capability lets through; for
   * anything else it counts as `can_ask`.
   */
  | { readonly kind: "standing"; readonly capability: CapabilityDescription }
  | { readonly kind: "denied"; readonly by: "person" | "flag" };

/** A call of this session whose effect is not known, and what it may have touched. */
export interface OpenDoubt {
  /** The intent's sequence number in the session's journal. */
  readonly intent: number;
  readonly touches: readonly Touch[];
}

/**
 * A path that the file system resolves elsewhere: a fact from the host, because the kernel reads no disk (T73). `realPath` is that of
 * the path, or of its deepest existing directory with the rest appended. The host looks up each bound or touched path and what it
 * `crossed`.
 */
export interface ResolvedLink {
  /** Absolute and normalised, as `resolveBindings` gives it. */
  readonly path: string;
  readonly realPath: string;
}

/** Everything besides the proposal that a decision depends on. Equal snapshots give equal decisions. */
export interface Snapshot {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The capability itself where a permit is to be issued; its description where a recorded decision is replayed. */
  readonly grant: CapabilityDescription;
  /** Calls already issued under this grant, with the budgets reserved for its children. */
  readonly callsSpent: number;
  /** What the operation stands for now; null when it is bound no longer. */
  readonly binding: OperationBinding | null;
  /** Absolute directory that relative path arguments start from; null refuses them. */
  readonly root: string | null;
  /** Absolute paths that no call may touch: configuration, policy, journal (T07). `.git/hooks` need not be listed. */
  readonly protectedPaths: readonly string[];
  readonly links: readonly ResolvedLink[];
  readonly doubts: readonly OpenDoubt[];
  readonly approval: Approval;
}
