import { displayWidth, padToWidth, truncateToWidth } from "@perspt/text";
import type { Frame, Row, Size } from "../../src/view/frame.js";

export interface EchoState {
  readonly typed: string;
  readonly notice: string;
}

/** A screen with something in each place: a title, glyphs of all widths within a border, a status and a line that is written in. */
export function echoFrame({ typed, notice }: EchoState, size: Size): Frame {
  const { columns, rows } = size;
  if (columns < 12 || rows < 5) return tooSmall(size);
  const input = truncateToWidth(`> ${typed}`, columns - 1);
  const middle = ["plain", "日本語", "👍🏽 👨‍👩‍👧 🇯🇵 ❤️", "e\u0301\u0323"].map((text) =>
    bordered(text, columns),
  );
  const body = middle.slice(0, rows - 3);
  const filler = Array.from({ length: rows - 3 - body.length }, () => bordered("", columns));
  return {
    size,
    rows: [
      [{ text: padToWidth("echo", columns), style: { bold: true, tone: "heading" } }],
      ...body,
      ...filler,
      [
        {
          text: truncateToWidth(`${columns}x${rows} ${notice}`, columns),
          style: { tone: "muted" },
        },
      ],
      [{ text: input, style: {} }],
    ],
    cursor: { row: rows - 1, column: displayWidth(input) },
  };
}

function bordered(text: string, columns: number): Row {
  return [
    { text: padToWidth(truncateToWidth(text, columns - 1), columns - 1), style: {} },
    { text: "|", style: { tone: "border" } },
  ];
}

function tooSmall(size: Size): Frame {
  const rows = Array.from({ length: size.rows }, (_, row): Row => {
    return row === 0 ? [{ text: truncateToWidth("too small", size.columns), style: {} }] : [];
  });
  return { size, rows, cursor: null };
}
