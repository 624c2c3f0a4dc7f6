/** One way of doing the same work. */
export interface Contender {
  readonly name: string;
  /** Does the work once: one sample. Awaited. */
  run(): unknown;
  /** Tidies up behind it, in time that is not counted. */
  after?(): Promise<void>;
}

export interface ContestRules {
  /** Timed samples of each contender. */
  readonly rounds: number;
  /** Rounds before that are not counted. */
  readonly warmUp: number;
  /** Whether the work is done in this process, as it is where nothing is said, or in others, of whose computing nothing is known. */
  readonly work?: "here" | "elsewhere";
}

/** Milliseconds of each sample, in the order in which they were taken. */
export interface Times {
  readonly wall: readonly number[];
  /** What this process computed meanwhile, its helper threads included; a busy machine hardly changes it. Empty for work done elsewhere. */
  readonly cpu: readonly number[];
}

/** The times of each contender. */
export type ContestTimes = ReadonlyMap<string, Times>;

/**
 * Lets the contenders take turns (ABAB…), so that whatever else the machine does meets all of them alike. Who begins changes with each
 * round, so that nobody always runs in the wake of the same other one.
 */
export async function holdContest(
  contenders: readonly Contender[],
  { rounds, warmUp, work = "here" }: ContestRules,
): Promise<ContestTimes> {
  const times = new Map(
    contenders.map(({ name }) => [name, { wall: [] as number[], cpu: [] as number[] }]),
  );
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round + warmUp)) {
      const cpuBefore = process.cpuUsage();
      const start = performance.now();
      await contender.run();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(cpuBefore);
      await contender.after?.();
      if (round < 0) continue;
      times.get(contender.name)?.wall.push(wall);
      if (work === "here") times.get(contender.name)?.cpu.push((user + system) / 1000);
    }
  }
  return times;
}

function rotated<Entry>(entries: readonly Entry[], by: number): readonly Entry[] {
  const first = by % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
