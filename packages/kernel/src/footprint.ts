/** `write` implies `read`. */
export type Access = "read" | "write";

/** One thing that a call touches, as declared by the user; `field` names a top-level argument. */
export type FootprintSelector =
  | { readonly kind: "literal"; readonly resource: string; readonly access: Access }
  | { readonly kind: "path_argument"; readonly field: string; readonly access: Access }
  | { readonly kind: "parent_manifest_of"; readonly field: string; readonly access: Access }
  | {
      readonly kind: "scoped_argument";
      readonly family: string;
      readonly field: string;
      readonly access: Access;
    }
  | { readonly kind: "provider_rate_limit" }
  | { readonly kind: "opaque_workspace" };

/** Everything a call may touch. An empty list means that it touches nothing. */
export interface Footprint {
  readonly selectors: readonly FootprintSelector[];
}

/** Which argument feeds the proposal's path, command or network target. */
export type ProposalBinding =
  | { readonly kind: "path"; readonly field: string }
  | { readonly kind: "command"; readonly field: string }
  | { readonly kind: "url"; readonly field: string }
  | {
      readonly kind: "multi_value";
      readonly field: string;
      readonly target: "path" | "command" | "url";
    };

/** One selector with the call's argument values put in: what scheduling and doubts compare. */
export type Touch =
  | { readonly kind: "path"; readonly path: string; readonly access: Access }
  | {
      readonly kind: "value";
      readonly family: string;
      readonly value: string;
      readonly access: Access;
    }
  | { readonly kind: "rate_limit"; readonly provider: string }
  | { readonly kind: "workspace" };
