import type { JsonObject } from "@perspt/json";
import type { ProgramEvents, RunningProgram } from "@perspt/transport";

/** One life of the scripted program, as the transport meets it: lines in, frames out. */
export class ScriptedConnection implements RunningProgram {
  readonly pid = 1;
  readonly events: ProgramEvents;
  readonly #take: (line: string) => void;
  #unfinished = "";
  #isAlive = true;
  /** Frames that were sent while nobody read; null while somebody does. */
  #unread: JsonObject[] | null = null;

  constructor(events: ProgramEvents, take: (line: string) => void) {
    this.events = events;
    this.#take = take;
  }

  async write(text: string): Promise<void> {
    if (!this.#isAlive) throw Object.assign(new Error("the program has ended"), { code: "EPIPE" });
    const lines = (this.#unfinished + text).split("\n");
    this.#unfinished = lines.pop() ?? "";
    for (const line of lines) queueMicrotask(() => this.#isAlive && this.#take(line));
  }

  send(frame: JsonObject): void {
    if (!this.#isAlive) return;
    if (this.#unread === null) this.events.output(Buffer.from(`${JSON.stringify(frame)}\n`));
    else this.#unread.push(frame);
  }

  pauseOutput(): void {
    this.#unread ??= [];
  }

  resumeOutput(): void {
    const frames = this.#unread ?? [];
    this.#unread = null;
    for (const frame of frames) this.send(frame);
  }

  end(exitCode: number): void {
    this.#finish({ exitCode, signal: null });
  }

  endInput(): void {
    this.end(0);
  }

  signal(name: "SIGTERM" | "SIGKILL"): void {
    this.#finish({ exitCode: null, signal: name });
  }

  isAlive(): boolean {
    return this.#isAlive;
  }

  #finish(how: Parameters<ProgramEvents["ended"]>[0]): void {
    if (!this.#isAlive) return;
    this.resumeOutput();
    this.#isAlive = false;
    this.events.ended(how);
  }
}
