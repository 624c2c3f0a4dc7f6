/** What became of an edit of a configuration's text. */
export type ConfigEdit =
  | {
      readonly kind: "edited";
      readonly text: string;
      /** Where the table begins that was added, or where the one began that was removed; counted from 1. */
      readonly line: number;
    }
  | { readonly kind: "refused"; readonly problem: EditProblem };

/** Why a text was left as it is. */
export interface EditProblem {
  readonly code: EditProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** Stable. */
export type EditProblemCode = "server_exists" | "no_such_server" | "not_editable";

export function refused(code: EditProblemCode, message: string, hint: string): ConfigEdit {
  return { kind: "refused", problem: { code, message, hint } };
}

/** Text that is no TOML, or in which servers are something else than a list: `config check` says what is wrong with it. */
export function notEditable(): ConfigEdit {
  return refused(
    "not_editable",
    "The text is no configuration that servers can be added to or removed from.",
    "`perspt config check` says what is wrong with it.",
  );
}
