import {
  JournalError,
  type JournalReading,
  type JournalRecord,
  pendingDoubts,
  readJournal,
} from "../../src/index.js";
import type { SimulatedDisk } from "../simulated-disk/simulated-disk.js";
import { doubtsIn, isMarkedResult, markOf } from "./marked-entries.js";
import { STATE_DIRECTORY } from "./open-simulated.js";

/** What a crash may leave of a session that was begun. */
const SOUND: ReadonlySet<string> = new Set(["ok", "unfinished_tail"]);

/** Somebody outside the journal who remembers what it promised, and looks whether the disk still holds it. */
export class Witness {
  readonly session: string;
  /** Whether an opening of the session was ever acknowledged. */
  #begun = false;
  /** Marks of acknowledged records by seq. */
  readonly #acknowledged = new Map<number, string>();
  /** Seqs of the intents whose effect was let happen. */
  readonly #effects = new Set<number>();
  /** Marks in the order appended, since the last look. */
  #appended: string[] = [];
  /** What the last look found. */
  #found: readonly (string | null)[] = [];
  readonly problems: string[] = [];

  constructor(session: string) {
    this.session = session;
  }

  /** An opening was acknowledged: whatever it found is promised from now on. */
  opened(headSeq: number): void {
    this.#begun = true;
    const own = headSeq - this.#found.length;
    if (this.#found.length > 0 && (own < 0 || own > 1)) {
      this.problems.push(`opening found ${headSeq} records, and reading ${this.#found.length}`);
    }
    for (const [index, mark] of this.#found.entries()) {
      if (mark !== null) this.#acknowledged.set(index + 1, mark);
    }
  }

  appended(mark: string): void {
    this.#appended.push(mark);
  }

  acknowledged(seq: number, mark: string): void {
    const known = this.#acknowledged.get(seq);
    if (known !== undefined)
      this.problems.push(`record ${seq} was acknowledged twice: ${known}, ${mark}`);
    this.#acknowledged.set(seq, mark);
  }

  effect(intent: number): void {
    this.#effects.add(intent);
  }

  /** Reads what the disk holds now, and compares it with everything that was promised. Gives a line for the trace. */
  look(disk: SimulatedDisk): { readonly line: string; readonly isThere: boolean } {
    let reading: JournalReading;
    try {
      reading = readJournal({
        stateDirectory: STATE_DIRECTORY,
        session: this.session,
        files: disk,
      });
    } catch (error) {
      if (!(error instanceof JournalError) || error.code !== "session_not_found") throw error;
      if (this.#begun) this.problems.push("the session is gone");
      this.#appended = [];
      return { line: "nothing", isThere: false };
    }
    const { verdict, records } = reading;
    if (verdict.kind === "not_begun" && !this.#begun) {
      this.#appended = [];
      return { line: "not begun", isThere: false };
    }
    if (!SOUND.has(verdict.kind)) {
      this.problems.push(`the log is ${JSON.stringify(verdict)}`);
    }
    const marks = records.map(markOf);
    this.#compareSeqs(records);
    this.#comparePromises(marks);
    this.#compareOrder(marks);
    this.#compareResults(reading);
    this.#compareDoubts(reading, disk);
    this.#found = marks;
    this.#appended = [];
    return { line: `${verdict.kind} ${marks.join(" ")}`, isThere: true };
  }

  #compareSeqs(records: readonly JournalRecord[]): void {
    const wrong = records.findIndex(({ seq }, index) => seq !== index + 1);
    if (wrong !== -1) this.problems.push(`record ${wrong + 1} is a gap or a duplicate`);
  }

  #comparePromises(marks: readonly (string | null)[]): void {
    for (const [seq, mark] of this.#acknowledged) {
      const found = marks[seq - 1] ?? "nothing";
      if (found !== mark) this.problems.push(`record ${seq} was ${mark}, and is ${found}`);
    }
    const written = marks.filter((mark) => mark !== null);
    if (new Set(written).size !== written.length) this.problems.push("a record is there twice");
  }

  /** What is new since the last look was appended since then, in this order. */
  #compareOrder(marks: readonly (string | null)[]): void {
    let from = 0;
    for (const mark of marks.slice(this.#found.length)) {
      if (mark === null) continue;
      const at = this.#appended.indexOf(mark, from);
      if (at === -1) this.problems.push(`${mark} was not appended, or later than what follows it`);
      else from = at + 1;
    }
  }

  #compareResults(reading: JournalReading): void {
    for (const record of reading.records) {
      if (record.type !== "outcome" || record.result === null) continue;
      if (!isMarkedResult(reading.load(record.result))) {
        this.problems.push(`record ${record.seq} has a result that nobody wrote`);
      }
    }
  }

  #compareDoubts({ records, state }: JournalReading, disk: SimulatedDisk): void {
    const open = doubtsIn(records);
    const told = [...state.doubts.keys()];
    if (String(told) !== String([...open])) {
      this.problems.push(`doubts are told to be ${String(told)}, and are ${String([...open])}`);
    }
    const pending = pendingDoubts({ stateDirectory: STATE_DIRECTORY, files: disk })
      .filter(({ session }) => session === this.session)
      .map(({ doubt }) => doubt.intent);
    if (String(pending) !== String([...open])) {
      this.problems.push(`pending are ${String(pending)}, and in doubt ${String([...open])}`);
    }
    for (const intent of this.#effects) {
      if (records[intent - 1]?.type !== "intent") {
        this.problems.push(`an effect happened, and its intent ${intent} is gone`);
      }
    }
  }
}
