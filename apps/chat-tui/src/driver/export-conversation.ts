import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { ChatEvent } from "../state/chat-event.js";

/** Writes a conversation into a new file, readable by the person alone. A file that exists is left as it is. Never throws. */
export function exportConversation(file: string, text: string): ChatEvent {
  const path = file.startsWith("~/") ? join(homedir(), file.slice(2)) : resolve(file);
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return { type: "told", tone: "good", text: `Written to ${path}.` };
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    const reason = error instanceof Error ? error.message : String(error);
    return {
      type: "told",
      tone: "bad",
      text: exists
        ? `${path} exists already: name another file.`
        : `It could not be written: ${reason}`,
    };
  }
}
