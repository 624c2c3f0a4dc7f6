import type { LocalOperation } from "@perspt/host";
import { codingTool } from "./coding-tool.js";
import { LineWindow } from "./line-window.js";
import { FROM_THE_ROOT, pathPolicy, pathProperty } from "./path-policy.js";
import { optionalInteger, readText } from "./tool-arguments.js";
import { MAX_LINE_CHARACTERS, MAX_TEXT_BYTES } from "./tool-bounds.js";
import { ToolProblem } from "./tool-problem.js";
import { inParent, withFile } from "./tree/file-content.js";
import { locateForReading, missing } from "./tree/locate.js";

/** Most lines of one answer. */
const MAX_LINES = 2000;
/** How far into a file a read looks for its lines and its end, in bytes. */
const MAX_SCANNED_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

export function readTool(root: string): LocalOperation {
  return codingTool({
    name: "read",
    description: `Reads a UTF-8 text file with line numbers, at most ${MAX_LINES} lines or ${MAX_TEXT_BYTES} bytes a call; says where to go on. Lines over ${MAX_LINE_CHARACTERS} characters are cut.`,
    properties: {
      path: pathProperty(FROM_THE_ROOT),
      from_line: { type: "integer", minimum: 1, description: "First line to read; 1 if absent." },
      lines: { type: "integer", minimum: 1, maximum: MAX_LINES, description: "How many lines." },
    },
    required: ["path"],
    policy: pathPolicy("read_file", "low", "read", ["path"]),
    async run(argumentsValue, { signal }) {
      const text = readText(argumentsValue, "path");
      const first =
        optionalInteger(argumentsValue, "from_line", { least: 1, most: Number.MAX_SAFE_INTEGER }) ??
        1;
      const lines = optionalInteger(argumentsValue, "lines", { least: 1, most: MAX_LINES });
      const window = new LineWindow(first, lines ?? MAX_LINES, MAX_TEXT_BYTES);
      const path = await locateForReading(root, text);
      if (path.segments.length === 0) {
        throw new ToolProblem("That is the workspace's root, a directory. Use list.");
      }
      const read = await inParent(root, path, null, (directory, name) =>
        withFile(directory, name, path, async (handle, { size }) => {
          await scan(handle, window, path.text, signal);
          return Number(size);
        }),
      );
      if (read === null) throw await missing(root, path);
      return { text: window.tell(path.text, read) };
    },
  });
}

interface Readable {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: null,
  ): Promise<{ readonly bytesRead: number }>;
}

/** Feeds the file's text to the window, piece by piece. Rejects with a `ToolProblem` for what is no text. */
async function scan(
  handle: Readable,
  window: LineWindow,
  shown: string,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const decode = (bytes: Buffer, isEnd: boolean): string => {
    if (bytes.includes(0)) throw new ToolProblem(`${shown} is a binary file, not text.`);
    try {
      return decoder.decode(bytes, { stream: !isEnd });
    } catch {
      throw new ToolProblem(`${shown} is not UTF-8 text.`);
    }
  };
  for (let scanned = 0; scanned < MAX_SCANNED_BYTES; ) {
    if (signal.aborted) throw new ToolProblem("The call was stopped.");
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) {
      window.take(decode(Buffer.alloc(0), true));
      window.end();
      return;
    }
    scanned += bytesRead;
    window.take(decode(chunk.subarray(0, bytesRead), false));
  }
}
