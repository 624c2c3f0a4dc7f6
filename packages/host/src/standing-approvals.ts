import type { Capability } from "@perspt/kernel";

/** A person's word for the rest of the session. */
export interface StandingApproval {
  /** Narrower than the grant; made by the host's own authority. */
  readonly capability: Capability;
  /** Seq of the approval's record. */
  readonly approval: number;
}

/** Most approvals that stand for one operation; older ones are forgotten first, and asked for again. */
export const MAX_STANDING_APPROVALS = 64;

/** The approvals that stand, by operation. They end with the host; a resumed session asks again. */
export class StandingApprovals {
  readonly #byOperation = new Map<string, readonly StandingApproval[]>();

  add(operation: string, approval: StandingApproval): void {
    const standing = [...this.of(operation), approval];
    this.#byOperation.set(operation, standing.slice(-MAX_STANDING_APPROVALS));
  }

  of(operation: string): readonly StandingApproval[] {
    return this.#byOperation.get(operation) ?? [];
  }
}
