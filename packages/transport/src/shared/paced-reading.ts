import type { Readable } from "node:stream";

/** A stream that is being read. */
export interface PacedReading {
  /** Leaves the rest unread for now: who writes it has to wait. */
  pause(): void;
  resume(): void;
}

/**
 * Reads a stream one piece a turn. Node itself reads up to thirty-two pieces of a full pipe or socket before anything else has its turn,
 * which is long where each holds hundreds of messages (S2, T70).
 */
export function readPaced(stream: Readable, take: (bytes: Buffer) => void): PacedReading {
  let isHeld = false;
  const goOn = () => {
    if (!isHeld) stream.resume();
  };
  stream.on("data", (bytes: Buffer) => {
    stream.pause();
    setImmediate(goOn);
    take(bytes);
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
