export type Flushing =
  | { readonly kind: "written" }
  /** The reader closed its end: it has all it wanted. */
  | { readonly kind: "reader_gone" }
  | { readonly kind: "failed"; readonly reason: string };

/** Writes a text whole and resolves when it has left the process. Never rejects; the stream needs an `error` listener. */
export function flush(stream: NodeJS.WritableStream, text: string): Promise<Flushing> {
  if (text === "") return Promise.resolve({ kind: "written" });
  return new Promise((resolve) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve({ kind: "written" });
      else if (isReaderGone(error)) resolve({ kind: "reader_gone" });
      else
        resolve({ kind: "failed", reason: `standard output cannot be written: ${error.message}` });
    });
  });
}

function isReaderGone(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED");
}
