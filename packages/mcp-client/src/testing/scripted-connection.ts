import type { JsonObject } from "@perspt/json";
import type { ProgramEvents, RunningProgram } from "@perspt/transport";

/** One life of the scripted program, as the transport meets it: lines in, frames out. */
export class ScriptedConnection implements RunningProgram {
  readonly pid = 1;
  readonly events: ProgramEvents;
  readonly #take: (line: string) => void;
  #unfinished = "";
  #isAlive = true;

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
    if (this.#isAlive) this.events.output(Buffer.from(`${JSON.stringify(frame)}\n`));
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
    this.#isAlive = false;
    this.events.ended(how);
  }
}
