/**
 * The places where `part` stands in `text`, overlapping ones too, the first `most` of them. Knuth, Morris and Pratt: linear in both,
 * whatever they are, where the engine's own search can take the product of their lengths.
 */
export function findPlaces(text: string, part: string, most: number): readonly number[] {
  if (part === "") return [];
  const borders = bordersOf(part);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && places.length < most; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched === part.length) {
      places.push(at + 1 - matched);
      matched = borders[matched - 1] ?? 0;
    }
  }
  return places;
}

/** For each beginning of the text, the length of its longest proper end that is also a beginning. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** The number of the line that a place is in. */
export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}
