/** How much of what is printed while a screen is open is kept. */
const MAX_KEPT_LENGTH = 65_536;

type Write = NodeJS.WriteStream["write"];

/**
 * Keeps everybody else's prints off the screen: what `console`, a library or Node's own warnings write to the standard streams goes into
 * a bounded memory, of which the newest is kept.
 */
export interface StrayOutput {
  /** What was printed, the newest last. */
  kept(): string;
  /** Lets the streams go. */
  release(): void;
}

export interface CapturedStream {
  write: Write;
}

export function captureStrayOutput(streams: readonly CapturedStream[]): StrayOutput {
  let kept = "";
  const keep = (text: string) => {
    kept = (kept + text).slice(-MAX_KEPT_LENGTH);
  };
  const releases = [...streams.map((stream) => captureWrites(stream, keep)), captureWarnings(keep)];
  return {
    kept: () => kept,
    release: () => {
      for (const release of releases) release();
    },
  };
}

function captureWrites(stream: CapturedStream, keep: (text: string) => void): () => void {
  const original = Object.getOwnPropertyDescriptor(stream, "write");
  const write: Write = (
    chunk: string | Uint8Array,
    encodingOrDone?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ) => {
    keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const called = typeof encodingOrDone === "function" ? encodingOrDone : done;
    if (called !== undefined) process.nextTick(called);
    return true;
  };
  stream.write = write;
  return () => {
    // Whoever wrapped it meanwhile keeps the wrapper.
    if (stream.write !== write) return;
    Reflect.deleteProperty(stream, "write");
    if (original !== undefined) Object.defineProperty(stream, "write", original);
  };
}

/** Node prints its warnings past the stream, from a listener of its own. */
function captureWarnings(keep: (text: string) => void): () => void {
  const others = process.listeners("warning");
  const listener = (warning: Error) => keep(`${warning.name}: ${warning.message}\n`);
  process.removeAllListeners("warning");
  process.on("warning", listener);
  return () => {
    process.off("warning", listener);
    for (const other of others) process.on("warning", other);
  };
}
