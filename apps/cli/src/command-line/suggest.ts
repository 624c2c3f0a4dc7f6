/** Words further apart than this are not taken for one another's misspelling. */
const MAX_DISTANCE = 3;

/** Longest word that is compared, so that the work stays small whatever is typed. */
const MAX_LENGTH = 128;

/** The known word that a mistyped one most likely stands for; null where none is near. The first of equals wins. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(word.slice(0, MAX_LENGTH), candidate.slice(0, MAX_LENGTH));
    if (distance > Math.min(MAX_DISTANCE, Math.floor((candidate.length + 1) / 3))) continue;
    if (best === null || distance < best.distance) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** Inserted, deleted, replaced and swapped neighbouring characters between two words. */
export function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current: number[] = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.POSITIVE_INFINITY;
}
