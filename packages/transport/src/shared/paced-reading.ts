import type { Readable } from "node:stream";

/** How long what comes may be worked on before everything else has its turn, in milliseconds. */
const TURN = 2;

/** A stream that is being read. */
export interface PacedReading {
  /** Leaves the rest unread for now: who writes it has to wait. */
  pause(): void;
  resume(): void;
}

/**
 * Reads a stream for a short time a turn. Node itself reads up to thirty-two pieces of a full pipe or socket before anything else has its
 * turn, which is long where each holds hundreds of messages (S2, T70).
 */
export function readPaced(stream: Readable, take: (bytes: Buffer) => void): PacedReading {
  let isHeld = false;
  /** In this turn; null before its first piece. */
  let spent: number | null = null;
  const nextTurn = () => {
    spent = null;
    if (!isHeld) stream.resume();
  };
  stream.on("data", (bytes: Buffer) => {
    if (spent === null) setImmediate(nextTurn);
    const before = performance.now();
    take(bytes);
    spent = (spent ?? 0) + performance.now() - before;
    if (spent > TURN) stream.pause();
  });
  return {
    pause() {
      isHeld = true;
      stream.pause();
    },
    resume() {
      isHeld = false;
      stream.resume();
    },
  };
}
