/** How many files are open at once. */
const WORKERS = 16;

/** Does the work for each item, a few at a time; the answers stand in the order of the items. Rejects with the first failure. */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers = new Map<number, Answer>();
  const left = items.entries();
  const take = async (): Promise<void> => {
    for (const [index, item] of left) {
      signal.throwIfAborted();
      answers.set(index, await work(item));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, take));
  return [...answers].toSorted(([one], [other]) => one - other).map(([, answer]) => answer);
}
