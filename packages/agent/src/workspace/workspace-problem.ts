/** Why there is no candidate to work in. */
export interface WorkspaceProblem {
  readonly code:
    | "no_workspace"
    | "workspace_too_large"
    | "workspace_unreadable"
    | "candidate_unwritable"
    | "candidate_missing";
  readonly message: string;
  readonly hint: string;
}
