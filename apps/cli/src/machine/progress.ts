/** Tells a waiting person what the program is doing, once it takes longer than `PROGRESS_DELAY_MS`. Nothing here throws. */
export interface Progress {
  /** Says that work begins; what is returned ends it. */
  begin(what: string): () => void;
  /** Keeps silent until what is returned is called: somebody else writes to the terminal. */
  hold(): () => void;
}

/** How long work may take before anything is said about it, and between two updates, in milliseconds. */
export const PROGRESS_DELAY_MS = 1000;

/** For `--quiet`, `--json` and tests. */
export const NO_PROGRESS: Progress = { begin: () => () => {}, hold: () => () => {} };
