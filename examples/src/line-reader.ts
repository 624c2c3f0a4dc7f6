// Lines of standard input, each for one question; part of the example answer-questions.
import { createInterface } from "node:readline";

export interface LineReader {
  /** Rejects at the end of input, and as soon as the signal aborts: what is typed then answers the next question. */
  read(signal: AbortSignal): Promise<string>;
  close(): void;
}

export function createLineReader(input: NodeJS.ReadableStream): LineReader {
  const source = createInterface({ input });
  const lines = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> | undefined;
  return {
    async read(signal) {
      signal.throwIfAborted();
      next ??= lines.next();
      const stopped = new Promise<never>((_, reject) => {
        const stop = () => reject(new Error("The call has ended."));
        signal.addEventListener("abort", stop, { once: true });
      });
      const line = await Promise.race([next, stopped]);
      next = undefined;
      if (line.done === true) throw new Error("The input has ended.");
      return line.value;
    },
    close: () => source.close(),
  };
}
