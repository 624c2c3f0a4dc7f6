/** Longer words are compared by their beginnings: a suggestion must stay cheap for any text. */
const COMPARED_LENGTH = 64;

/** The likeliest of `candidates` that a person meant by `word`; null when none is near. The first of equals wins. */
export function nearestWord(word: string, candidates: Iterable<string>): string | null {
  const typed = simplify(word);
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const meant = simplify(candidate);
    const longest = Math.max(typed.length, meant.length);
    const allowed = tolerance(longest);
    if (Math.abs(word.length - candidate.length) > allowed) continue;
    const distance = editDistance(typed, meant);
    // Words that share nothing are not near, however short.
    if (distance < bestDistance && distance <= allowed && distance < longest) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Spelling habits that are no mistakes of typing: case, and hyphens for underscores. */
function simplify(word: string): string {
  return word.slice(0, COMPARED_LENGTH).toLowerCase().replaceAll("-", "_");
}

/** Two in five characters may differ, and always one. */
function tolerance(length: number): number {
  return Math.max(1, Math.floor(length * 0.4));
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
