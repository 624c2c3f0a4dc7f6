/** What `perspt agent TASK` was asked for. */
export interface AgentTaskInput {
  readonly task: string;
  /** As it was typed; null for the working directory. */
  readonly directory: string | null;
  readonly model: string | null;
  /** Command lines in place of `[agent] verify`. */
  readonly verify: readonly string[];
  /** As it was typed. */
  readonly maxTurns: string | null;
  /** Accept a change that the verifier passed, without asking. */
  readonly yes: boolean;
  /** Ask for calls of medium risk, too. */
  readonly ask: boolean;
  readonly dryRun: boolean;
}

/** What `perspt agent resume SESSION` was asked for. */
export interface AgentResumeInput {
  readonly session: string;
  readonly model: string | null;
  readonly yes: boolean;
  readonly ask: boolean;
  readonly dryRun: boolean;
}
