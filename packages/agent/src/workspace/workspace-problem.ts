/** Stable. */
export type WorkspaceProblemCode =
  | "no_workspace"
  | "workspace_too_large"
  | "candidate_unwritable"
  | "candidate_missing";

/** Why there is no candidate to work in. */
export interface WorkspaceProblem {
  readonly code: WorkspaceProblemCode;
  readonly message: string;
  readonly hint: string;
}
