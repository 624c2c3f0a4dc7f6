import { createHash } from "node:crypto";
import { type Journal, JournalError, type JournalLimits } from "../../src/index.js";
import type { JournalEntry } from "../../src/records/journal-entry.js";
import { type Random, randomFrom } from "../simulated-disk/random.js";
import { type DiskPlan, SimulatedDisk, type Trouble } from "../simulated-disk/simulated-disk.js";
import { marked } from "./marked-entries.js";
import { openSimulated } from "./open-simulated.js";
import { Witness } from "./witness.js";

/** What became of one seed. */
export interface SimulationReport {
  /** Broken promises; empty for a journal that keeps them. */
  readonly problems: readonly string[];
  /** Equal for two runs that went alike. */
  readonly digest: string;
  readonly acknowledged: number;
  readonly powerLosses: number;
}

/** Several lives of one session on a disk that loses what it may: whatever happens follows from the seed. */
export async function simulate(seed: number): Promise<SimulationReport> {
  const simulation = new Simulation(randomFrom(seed));
  await simulation.run();
  const digest = createHash("sha256").update(simulation.trace.join("\n")).digest("hex");
  const problems = simulation.problems.map((problem) => `seed ${seed}: ${problem}`);
  return {
    problems,
    digest,
    acknowledged: simulation.acknowledged,
    powerLosses: simulation.powerLosses,
  };
}

class Simulation {
  readonly trace: string[] = [];
  readonly problems: string[] = [];
  acknowledged = 0;
  powerLosses = 0;
  readonly #random: Random;
  readonly #disk = new SimulatedDisk();
  readonly #limits: JournalLimits;
  readonly #longShare: number;
  #witness = new Witness("s0");
  #sessions = 1;
  #isThere = false;
  #marks = 0;
  #time = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#limits = {
      segmentBytes: random.pick([3_000, 8_000, 1_000_000]),
      anchorEvery: random.pick([2, 5, 256]),
      reserveBytes: 1_000,
    };
    this.#longShare = random.pick([0, 0.1, 0.7]);
  }

  async run(): Promise<void> {
    const lives = 1 + this.#random.below(5);
    for (let life = 1; life <= lives; life += 1) await this.#live(this.#plan());
    // A calm last life: whatever came before, the session can be continued.
    await this.#live(() => null);
    this.problems.push(...this.#witness.problems);
  }

  /** When the machine stops, and what fails before that. */
  #plan(): DiskPlan["trouble"] {
    const random = this.#random;
    const stopAt = random.chance(0.75) ? 1 + random.below(random.pick([16, 40, 150, 400])) : null;
    const failAt = random.chance(0.4) ? 1 + random.below(random.pick([40, 150])) : null;
    const lasts = random.pick([1, 2, 10, 100_000]);
    const code = random.pick(["EIO", "ENOSPC", "EDQUOT"] as const);
    return (number, operation): Trouble | null => {
      if (stopAt !== null && number >= stopAt) return { kind: "stop" };
      if (failAt === null || number < failAt || number >= failAt + lasts) return null;
      return operation === "look" && code !== "EIO" ? null : { kind: "error", code };
    };
  }

  /** One process: it opens the session, works, and ends in order or not; then the power may go. */
  async #live(trouble: DiskPlan["trouble"]): Promise<void> {
    let troubles = 0;
    this.#disk.begin({
      random: this.#random,
      trouble: (number, operation) => {
        const met = trouble(number, operation);
        if (met !== null) troubles += 1;
        return met;
      },
    });
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        if (troubles === 0) this.#witness.problems.push(`without a cause: ${error.message}`);
        this.trace.push(error.code);
      }
    };
    await attempt(async () => {
      const journal = await this.#open();
      this.#witness.opened(journal.head.seq);
      const lanes = Array.from({ length: 1 + this.#random.below(4) }, () =>
        attempt(() => this.#work(journal)),
      );
      await Promise.all(lanes);
      if (this.#random.chance(0.5)) await attempt(() => journal.close());
    });
    this.trace.push(`${this.#disk.operations} operations`);
    this.#disk.begin();
    if (this.#random.chance(0.7)) {
      this.powerLosses += 1;
      this.#disk.losePower(this.#random);
    }
    const { line, isThere } = this.#witness.look(this.#disk);
    this.trace.push(line);
    this.#isThere = isThere;
  }

  #open(): Promise<Journal> {
    if (!this.#isThere) {
      this.problems.push(...this.#witness.problems);
      this.#witness = new Witness(`s${this.#sessions}`);
      this.#sessions += 1;
    }
    const kind = this.#isThere ? "existing" : "new";
    return openSimulated(
      this.#disk,
      { kind, id: this.#witness.session },
      { limits: this.#limits, clock: { now: () => this.#tick() } },
    );
  }

  /** A few calls, one after the other, as a host makes them; and what earlier lives left in doubt is settled now and then. */
  async #work(journal: Journal): Promise<void> {
    const random = this.#random;
    for (let calls = random.below(6); calls > 0; calls -= 1) {
      if (random.chance(0.1)) await this.#append(journal, (mark) => marked.end(mark));
      const [oldest] = journal.state.doubts.keys();
      if (oldest !== undefined && random.chance(0.1)) {
        await this.#append(journal, (mark) => marked.resolved(mark, oldest)).catch(ignoreNotOpen);
      }
      const intent = await this.#append(journal, (mark) => marked.intent(mark, journal));
      this.#witness.effect(intent);
      if (random.chance(0.2))
        await this.#append(journal, (mark) => marked.leg(mark, intent)).catch(ignoreNotOpen);
      if (random.chance(0.1)) continue;
      const result = random.chance(this.#longShare) ? "long" : "short";
      await this.#append(journal, (mark) =>
        random.chance(0.2)
          ? marked.uncertain(mark, intent)
          : marked.completed(mark, intent, result),
      ).catch(ignoreNotOpen);
    }
  }

  async #append(journal: Journal, make: (mark: string) => JournalEntry): Promise<number> {
    this.#marks += 1;
    const mark = `m${this.#marks}`;
    this.#witness.appended(mark);
    const { seq } = await journal.append(make(mark));
    this.#witness.acknowledged(seq, mark);
    this.acknowledged += 1;
    return seq;
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }
}

/** Another lane may have settled the call meanwhile. */
function ignoreNotOpen(error: unknown): void {
  if (!(error instanceof JournalError) || error.code !== "intent_not_open") throw error;
}
