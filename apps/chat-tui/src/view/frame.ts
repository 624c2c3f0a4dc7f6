/** A colour by its role; which colour a role is, the screen decides by the terminal's depth and by NO_COLOR. */
export type Tone =
  | "plain"
  | "muted"
  | "accent"
  | "person"
  | "code"
  | "heading"
  | "link"
  | "good"
  | "warning"
  | "bad"
  | "border";

/** How a piece of text looks. Absent is off. */
export interface Style {
  readonly tone?: Tone;
  readonly bold?: true;
  readonly italic?: true;
  readonly dim?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly inverse?: true;
}

/** Text in one style. It holds no line break, tab or control character: what is shown was sanitised before. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** One line of the screen, at most as wide as the screen. */
export type Row = readonly Span[];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What the whole screen shows: exactly `size.rows` rows, from the top, and where the cursor stands (from 0), null for hidden. */
export interface Frame {
  readonly size: Size;
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number } | null;
}
