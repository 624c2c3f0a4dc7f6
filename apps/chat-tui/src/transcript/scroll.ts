/**
 * Where a reader is. `following` keeps the newest row in sight; `anchored` keeps a row of a block at the top, however much is said below
 * it. The row is kept with the block's height, so that it means the same place after a change of width.
 */
export type Scroll =
  | { readonly kind: "following" }
  | {
      readonly kind: "anchored";
      readonly block: number;
      readonly row: number;
      readonly height: number;
    };

export const FOLLOWING: Scroll = { kind: "following" };

/** By rows, up where negative; or to an end. */
export type ScrollStep =
  | { readonly kind: "rows"; readonly rows: number }
  | { readonly kind: "top" }
  | { readonly kind: "bottom" };
