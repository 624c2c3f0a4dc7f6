/** Tells a waiting person what the program is doing, once it takes longer than `PROGRESS_DELAY_MS`. */
export interface Progress {
  /** Says that work begins; what is returned ends it and is to be called exactly once. Neither throws. */
  begin(what: string): () => void;
}

/** How long work may take before anything is said about it, in milliseconds. */
export const PROGRESS_DELAY_MS = 1000;

/** For `--quiet`, `--json` and tests. */
export const NO_PROGRESS: Progress = { begin: () => () => {} };
