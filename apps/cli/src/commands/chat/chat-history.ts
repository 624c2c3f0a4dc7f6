import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatHistory } from "@perspt/chat-tui";
import { parseBounded } from "@perspt/json";

/** The longest file that is read, in bytes, and the most entries that are taken from its end. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 500;

/**
 * What was written in chats, one JSON text a line, for its owner alone. A line that cannot be read is passed over, and a file that cannot
 * be written is left: neither is worth a chat.
 */
export function chatHistory(stateDirectory: string): ChatHistory {
  const file = join(stateDirectory, "chat-history.jsonl");
  return {
    load() {
      try {
        const lines = readFileSync(file).subarray(-MAX_BYTES).toString("utf8").split("\n");
        return lines.slice(-MAX_ENTRIES).flatMap((line) => {
          const reading = parseBounded(line, { maxBytes: MAX_BYTES, maxDepth: 1 });
          return reading.kind === "parsed" && typeof reading.value === "string"
            ? [reading.value]
            : [];
        });
      } catch {
        return [];
      }
    },
    append(text) {
      try {
        mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
        appendFileSync(file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
      } catch {
        // The next chat will not have it.
      }
    },
  };
}
