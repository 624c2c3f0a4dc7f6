import { displayWidth } from "@perspt/text";

/** A stretch of a row in one style; the colour is an index of the 256, or null for the text's own. */
export interface StyledRun {
  readonly text: string;
  readonly colour: number | null;
  readonly bold: boolean;
  readonly underlined: boolean;
}

type Style = Omit<StyledRun, "text">;

const PLAIN: Style = { colour: null, bold: false, underlined: false };
const ESCAPE = "\u001b";
const SGR = new RegExp(`${ESCAPE}\\[([\\d;]*)m`);

/** A row of `tmux capture-pane -e`, from the style in which the row before it ended. */
export function readRow(row: string, from: Style = PLAIN) {
  let style = from;
  const runs = row.split(SGR).flatMap((part, index): readonly StyledRun[] => {
    if (index % 2 === 0) return part === "" ? [] : [{ text: part, ...style }];
    style = styledBy(part.split(";").map(Number), style);
    return [];
  });
  return { runs, style };
}

function styledBy([code = 0, ...rest]: readonly number[], style: Style): Style {
  if (code === 38 && rest[0] === 5) {
    return styledRest(rest.slice(2), { ...style, colour: rest[1] ?? null });
  }
  return styledRest(rest, styledByCode(code, style));
}

function styledRest(codes: readonly number[], style: Style): Style {
  return codes.length === 0 ? style : styledBy(codes, style);
}

function styledByCode(code: number, style: Style): Style {
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { ...style, bold: true };
    case 4:
      return { ...style, underlined: true };
    case 24:
      return { ...style, underlined: false };
    case 39:
      return { ...style, colour: null };
    default:
      return style;
  }
}

const CELL = 8.4;
const LINE = 19;
const EDGE = 18;
const TITLE = 34;

/**
 * A picture of a terminal: text, no font of its own, light or dark as its reader's system is. The same rows give the same bytes. Each
 * run is stretched to its cells, whatever font draws it.
 */
export function svgOfScreen(title: string, rows: readonly string[], columns: number): string {
  const width = Math.ceil(columns * CELL + 2 * EDGE);
  const height = rows.length * LINE + TITLE + EDGE;
  let style = PLAIN;
  const lines = rows.flatMap((row, index) => {
    const read = readRow(row, style);
    style = read.style;
    return lineOf(read.runs, TITLE + (index + 0.75) * LINE);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    "<style>",
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#24292f;white-space:pre}",
    ".w{fill:#ffffff;stroke:#d0d7de}.b{font-weight:700}.u{text-decoration:underline}.t{fill:#6e7781;text-anchor:middle}",
    "@media(prefers-color-scheme:dark){text{fill:#d6dbe1}.w{fill:#14181f;stroke:#30363d}.t{fill:#8b949e}}",
    ...coloursIn(rows).map((index) => `.c${index}{fill:${rgbOf(index)}}`),
    "</style>",
    `<rect class="w" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9"/>`,
    `<text class="t" x="${width / 2}" y="22">${escaped(title)}</text>`,
    ...lines,
    "</svg>",
    "",
  ].join("\n");
}

function lineOf(runs: readonly StyledRun[], y: number): readonly string[] {
  let column = 0;
  return runs.flatMap(({ text, colour, bold, underlined }) => {
    const cells = displayWidth(text);
    const x = EDGE + column * CELL;
    column += cells;
    if (text.trim() === "") return [];
    const classes = [colour === null ? "" : `c${colour}`, bold ? "b" : "", underlined ? "u" : ""]
      .filter((name) => name !== "")
      .join(" ");
    const attributes = classes === "" ? "" : ` class="${classes}"`;
    return [
      `<text${attributes} x="${rounded(x)}" y="${rounded(y)}" textLength="${rounded(cells * CELL)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(text)}</text>`,
    ];
  });
}

function coloursIn(rows: readonly string[]): readonly number[] {
  const found = rows.flatMap((row) => readRow(row).runs.flatMap(({ colour }) => colour ?? []));
  return [...new Set(found)].sort((a, b) => a - b);
}

/** xterm's cube of 6 × 6 × 6 and its greys; the first 16 are the reader's own and are not used. */
function rgbOf(index: number): string {
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const grey = 8 + (index - 232) * 10;
  const levels =
    index >= 232
      ? [grey, grey, grey]
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return `#${levels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
