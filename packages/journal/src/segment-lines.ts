import type { FileSystem } from "./file-system.js";

/** How much of a segment is in memory at once, in bytes, while no line is longer. */
export const PIECE_BYTES = 256 * 1024;

const LINE_FEED = 0x0a;

/** A line with its line feed; a file's last one may be without. */
export interface SegmentLine {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** A segment that is read piece by piece. */
export interface Segment {
  readonly name: string;
  /** The lines from an offset on, at which one begins. Throws the system's error. */
  lines(offset: number): Iterable<SegmentLine>;
}

export function openSegment(files: FileSystem, path: string, name: string): Segment {
  return { name, lines: (offset) => linesOf(files, path, offset) };
}

function* linesOf(files: FileSystem, path: string, from: number): Generator<SegmentLine> {
  let offset = from;
  let size = PIECE_BYTES;
  while (true) {
    const piece = files.readPart(path, offset, size);
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      yield { offset: offset + start, bytes: piece.subarray(start, end + 1) };
      start = end + 1;
    }
    if (piece.length < size) {
      if (start < piece.length) yield { offset: offset + start, bytes: piece.subarray(start) };
      return;
    }
    // A line that goes on behind the piece is read again from its beginning, in a longer one if need be.
    size = start === 0 ? size * 2 : PIECE_BYTES;
    offset += start;
  }
}
