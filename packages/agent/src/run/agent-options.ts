import type { ApprovalsPort, LocalOperation, McpHost } from "@perspt/host";
import type { JournalReading } from "@perspt/journal";
import type { ModelRoute } from "@perspt/models";
import type { AcceptanceRule } from "../gate/acceptance.js";
import type { AskAcceptance } from "../gate/acceptance-approvals.js";
import type { TreeDisk } from "../workspace/tree-disk.js";

/** What a run adds to the host that its maker composes. */
export interface AgentHostParts {
  /** The session that is recorded: a new one, or the one that is continued. */
  readonly session: string;
  /** The candidate's tree: the root of the coding tools and of path scopes, and the servers' working directory. */
  readonly tree: string;
  readonly localOperations: readonly LocalOperation[];
  readonly approvals: ApprovalsPort;
}

/** How a run begins. */
export type AgentStart =
  | {
      readonly kind: "task";
      readonly session: string;
      readonly task: string;
      /** The person's directory. */
      readonly directory: string;
      /** The verifier's commands, word by word. */
      readonly verify: readonly (readonly string[])[];
      /** Most turns of the model. */
      readonly maxTurns: number;
    }
  /** Goes on with what the journal and the candidate of an earlier run hold. */
  | {
      readonly kind: "resume";
      readonly session: string;
      /** The session as it stands on the disk. Throws a `JournalError`. */
      readonly read: () => JournalReading;
    };

export interface AgentOptions {
  readonly start: AgentStart;
  /** Where candidates are kept, absolute; one directory a session. */
  readonly candidates: string;
  /** The selected model, by the name that the record keeps. */
  readonly model: string;
  readonly route: ModelRoute;
  /** Null: what the route says. */
  readonly contextTokens: number | null;
  /** Composes the host; `runAgent` closes it. */
  readonly openHost: (parts: AgentHostParts) => McpHost;
  readonly acceptance: AcceptanceRule;
  /** Asks the person whether a change is to be applied; null where nobody can be asked. */
  readonly askAcceptance: AskAcceptance | null;
  /** Answers what else is asked for; null where nobody can. */
  readonly approvals: ApprovalsPort | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The disk that an accepted change is put on; the machine's where none is given. */
  readonly disk?: TreeDisk;
  /** Ends the run once the calls that are running have ended. */
  readonly stop: AbortSignal;
  /** Ends the run now. */
  readonly signal: AbortSignal;
}

/** How often the model may mend what the verifier found. */
export const MAX_REPAIR_ROUNDS = 3;
