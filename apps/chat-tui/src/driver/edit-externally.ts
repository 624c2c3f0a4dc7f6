import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatEvent } from "../state/chat-event.js";

type Lend = (use: () => Promise<void>) => Promise<void>;

/**
 * Lets the person write in `$VISUAL` or `$EDITOR`, which has the terminal meanwhile. Resolves with the text as it was saved, or with what
 * went wrong; never rejects. The words of the variable are split at spaces; no shell runs.
 */
export async function editExternally(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  lend: Lend,
): Promise<ChatEvent> {
  const [program, ...words] = (environment["VISUAL"] || environment["EDITOR"] || "")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (program === undefined) {
    return told("Set VISUAL or EDITOR to the editor that should be opened.");
  }
  const folder = mkdtempSync(join(tmpdir(), "perspt-"));
  const file = join(folder, "message.md");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await lend(async () => {
      const child = spawn(program, [...words, file], { stdio: "inherit" });
      await once(child, "exit");
    });
    return { type: "edited", text: readFileSync(file, "utf8").replace(/\n$/, "") };
  } catch (error) {
    return told(
      `${program} could not be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function told(text: string): ChatEvent {
  return { type: "told", tone: "bad", text };
}
