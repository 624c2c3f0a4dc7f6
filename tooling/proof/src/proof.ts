/** What a proof is asked to do. */
export interface ProofOptions {
  /** Chance repeats itself under the same seed. */
  readonly seed: number;
  /** How many cases; the proof's own number where none is given. */
  readonly count: number | null;
  /** The one case to run, of those of the seed. */
  readonly only: number | null;
  /** Told how far it has come, now and then. */
  readonly progress: (text: string) => void;
}

/** One measured number against its bound. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "cases" | "ms" | "MiB" | "";
  /** The largest value that is allowed; null for a number that only tells what was done. */
  readonly atMost: number | null;
}

export interface ProofReport {
  readonly figures: readonly Figure[];
  /** What must not have happened, each with what repeats it. */
  readonly faults: readonly string[];
}

/** Something that is true of the product, shown on many cases drawn by chance. */
export interface Proof {
  readonly name: string;
  readonly about: string;
  run(options: ProofOptions): Promise<ProofReport>;
}

export function isBroken({ value, atMost }: Figure): boolean {
  // A number that could not be measured keeps no bound.
  return atMost !== null && !(value <= atMost);
}

/** Indexes of the cases to run. */
export function casesOf(options: ProofOptions, whole: number): readonly number[] {
  if (options.only !== null) return [options.only];
  return Array.from({ length: options.count ?? whole }, (_, index) => index);
}

/** How one case is run again. */
export function repeats(proof: Proof, { seed }: ProofOptions, index: number): string {
  return `npm run proof:servers -- ${proof.name} --seed ${seed} --case ${index}`;
}
