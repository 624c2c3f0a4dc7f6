import { TextCursor } from "../toml/text-cursor.js";
import type { TextRange } from "../toml/text-range.js";
import type { ServersPlace } from "./find-servers.js";

/** Takes one element and one comma out of a list in brackets; comments around it stay. */
export function cutElement(
  text: string,
  { servers }: Extract<ServersPlace, { readonly kind: "list" }>,
  index: number,
): string {
  const element = servers[index]?.ranges[0];
  if (element === undefined) throw new TypeError("the list has this element");
  const behind = commaBehind(text, element.end);
  if (behind !== null) return cutBoth(text, element, comma(behind));
  const before = servers[index - 1]?.ranges[0];
  const parting = before === undefined ? null : commaBehind(text, before.end);
  return parting === null
    ? cut(text, wholeLine(text, element) ?? element)
    : cutBoth(text, comma(parting), element);
}

/** One cut where nothing but blanks parts the two; else what stands between them stays. */
function cutBoth(text: string, first: TextRange, second: TextRange): string {
  if (text.slice(first.end, second.start).trim() !== "") return cut(cut(text, second), first);
  const both = { start: first.start, end: second.end };
  return cut(text, wholeLine(text, both) ?? both);
}

function commaBehind(text: string, offset: number): number | null {
  const cursor = new TextCursor(text, offset);
  cursor.skipVoid();
  return cursor.character === "," ? cursor.offset : null;
}

function comma(offset: number): TextRange {
  return { start: offset, end: offset + 1 };
}

/** The line of what has one for itself. */
function wholeLine(text: string, { start, end }: TextRange): TextRange | null {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0];
  return rest === undefined || text.slice(lineStart, start).trim() !== ""
    ? null
    : { start: lineStart, end: end + rest.length };
}

function cut(text: string, { start, end }: TextRange): string {
  return text.slice(0, start) + text.slice(end);
}
