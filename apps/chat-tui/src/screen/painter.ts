import type { Frame, Size } from "../view/frame.js";
import { layRow } from "./cells.js";
import { drawChanges, wrapFrame } from "./draw-changes.js";
import type { EmojiStyle } from "./glyphs.js";
import { type ColourDepth, StyleTable } from "./style-table.js";
import { openSurface, type Surface } from "./surface.js";

const CLEAR_SCREEN = "\u001b[0m\u001b[2J";

/** Turns frames into what a terminal is told, knowing what it shows. */
export class Painter {
  readonly #surface: Surface;
  readonly #styles: StyleTable;
  readonly #emoji: EmojiStyle;
  readonly #drawing: { changes: string };
  #size: Size;
  #ground: "known" | "unknown" = "unknown";
  #wanted: Frame | null = null;
  #cursor: Frame["cursor"] = null;

  static async open(size: Size, depth: ColourDepth, emoji: EmojiStyle): Promise<Painter> {
    const styles = new StyleTable(depth);
    const drawing = { changes: "" };
    const surface = await openSurface(size, (wanted, shown) => {
      drawing.changes = drawChanges(wanted, shown, styles);
    });
    return new Painter(surface, styles, drawing, size, emoji);
  }

  private constructor(
    surface: Surface,
    styles: StyleTable,
    drawing: { changes: string },
    size: Size,
    emoji: EmojiStyle,
  ) {
    this.#emoji = emoji;
    this.#surface = surface;
    this.#styles = styles;
    this.#drawing = drawing;
    this.#size = size;
  }

  /** The newest frame wins. */
  want(frame: Frame): void {
    this.#wanted = frame;
  }

  /** The terminal shows who knows what. */
  forget(): void {
    this.#surface.reset(this.#size);
    this.#ground = "unknown";
  }

  /** The terminal has this size now, and frames of another one are too late. */
  reset(size: Size): void {
    this.#size = size;
    this.#wanted = null;
    this.forget();
  }

  /** What shows the wanted frame, in one write; "" where it is shown already, and where none is wanted. */
  paint(): string {
    const frame = this.#wanted;
    this.#wanted = null;
    if (frame === null || !this.#fits(frame)) return "";
    for (const [row, line] of this.#surface.wanted.entries()) {
      layRow(line, frame.rows[row] ?? [], this.#styles, this.#emoji);
    }
    this.#surface.render();
    const cursor = within(frame.cursor, this.#size);
    if (this.#ground === "known" && this.#drawing.changes === "" && isSame(cursor, this.#cursor)) {
      return "";
    }
    const clear = this.#ground === "known" ? "" : CLEAR_SCREEN;
    this.#ground = "known";
    this.#cursor = cursor;
    return wrapFrame(clear + this.#drawing.changes, cursor);
  }

  close(): void {
    this.#wanted = null;
    this.#surface.destroy();
  }

  #fits({ size }: Frame): boolean {
    return size.columns === this.#size.columns && size.rows === this.#size.rows;
  }
}

function within(cursor: Frame["cursor"], { rows, columns }: Size): Frame["cursor"] {
  if (cursor === null) return null;
  return {
    row: Math.min(Math.max(cursor.row, 0), rows - 1),
    column: Math.min(Math.max(cursor.column, 0), columns - 1),
  };
}

function isSame(cursor: Frame["cursor"], other: Frame["cursor"]): boolean {
  return cursor?.row === other?.row && cursor?.column === other?.column;
}
