import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import type { TerminalSize } from "./terminal-model.js";

const DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 20;

/** Why there is no tmux here, for the message of a test that is passed over; null where there is one. */
export function missingTmux(): string | null {
  try {
    execFileSync("tmux", ["-V"], { stdio: "ignore" });
    return null;
  } catch {
    return "tmux is not installed";
  }
}

export interface TmuxOptions extends TerminalSize {
  /** What programs in it see as TERM. */
  readonly term: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
}

let serverCount = 0;

/** A tmux server of its own with one window, in which an interactive shell runs; `end` ends that server and no other. */
export class Tmux {
  readonly #socket: string;
  readonly #socketFile: string;

  constructor({ columns, rows, term, environment, directory }: TmuxOptions) {
    serverCount += 1;
    this.#socket = `perspt-test-${process.pid}-${serverCount}`;
    const size = ["-x", String(columns), "-y", String(rows)];
    const setting = ["set-option", "-g", "default-terminal", term, ";"];
    const shell = ["bash", "--norc", "--noprofile", "-i"];
    const variables = Object.entries({ PS1: "ready> ", LANG: "C.UTF-8", ...environment });
    const set = variables.flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    this.#run([...setting, "new-session", "-d", "-c", directory, ...size, ...set, ...shell]);
    this.#socketFile = this.tell("#{socket_path}");
  }

  /** Types keys by tmux's names, such as `C-d`. */
  press(...keys: readonly string[]): void {
    this.#run(["send-keys", ...keys]);
  }

  type(text: string): void {
    this.#run(["send-keys", "-l", text]);
  }

  /** Pastes in brackets, if the program asked for them. */
  paste(text: string): void {
    this.#run(["load-buffer", "-"], { input: text });
    this.#run(["paste-buffer", "-p"]);
  }

  /** The rows in sight, without blank ends. */
  screen(): readonly string[] {
    return this.#run(["capture-pane", "-p"]).replace(/\n$/, "").split("\n");
  }

  /** The rows in sight with the escape sequences of their styles, which go on from row to row. */
  styledScreen(): readonly string[] {
    return this.#run(["capture-pane", "-p", "-e"]).replace(/\n$/, "").split("\n");
  }

  /** What tmux says for a format such as `#{alternate_on}`. */
  tell(format: string): string {
    return this.#run(["display-message", "-p", format]).trim();
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#run(["resize-window", "-x", String(columns), "-y", String(rows)]);
  }

  /** Takes the terminal away from what runs in it. */
  hangUp(): void {
    this.#run(["kill-session"]);
  }

  async until(what: string, condition: () => boolean): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    while (!condition()) {
      if (performance.now() > deadline) {
        throw new Error(`waited in vain for ${what}; the screen:\n${this.screen().join("\n")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async untilShown(text: string): Promise<void> {
    await this.until(JSON.stringify(text), () => this.screen().some((row) => row.includes(text)));
  }

  end(): void {
    try {
      this.#run(["kill-server"]);
    } catch {
      // It ended with its last window.
    }
    // tmux leaves it behind.
    rmSync(this.#socketFile, { force: true });
  }

  #run(words: readonly string[], options: ExecFileSyncOptions = {}): string {
    return execFileSync("tmux", ["-L", this.#socket, "-u", "-f", "/dev/null", ...words], {
      ...options,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      // Within a tmux of the developer it must not take part in that.
      env: { ...process.env, TMUX: "" },
    });
  }
}
