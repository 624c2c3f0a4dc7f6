/** Does a piece of work that tells of itself while it goes on: yields what it tells, and returns what it resolves with. Rejects as it does. */
export async function* telling<Told, Result>(
  work: (tell: (told: Told) => void) => Promise<Result>,
): AsyncGenerator<Told, Result, void> {
  const waiting: Told[] = [];
  let wake = (): void => {};
  const working = work((told) => {
    waiting.push(told);
    wake();
  });
  let isOver = false;
  const over = working.then(
    () => {},
    () => {},
  );
  void over.then(() => {
    isOver = true;
    wake();
  });
  while (!isOver) {
    yield* waiting.splice(0);
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (isOver || waiting.length > 0) resolve();
    });
  }
  yield* waiting.splice(0);
  return await working;
}
