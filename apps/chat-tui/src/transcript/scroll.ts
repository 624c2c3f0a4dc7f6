/**
 * Where a reader is. `following` keeps the newest row in sight; `anchored` keeps a row of a block at the top, however much is said below
 * it. The row holds at the width that it was seen at; at another one, the row that shows the same text stands for it.
 */
export type Scroll =
  | { readonly kind: "following" }
  | {
      readonly kind: "anchored";
      readonly block: number;
      readonly row: number;
      readonly columns: number;
      /** How many characters of the block's text stand above the row, as `charactersIn` counts them. */
      readonly charactersAbove: number;
    };

export const FOLLOWING: Scroll = { kind: "following" };

/** By rows, up where negative; or to an end. */
export type ScrollStep =
  | { readonly kind: "rows"; readonly rows: number }
  | { readonly kind: "top" }
  | { readonly kind: "bottom" };
