/** Sizes that a journal keeps to while it writes; what it reads may have been written with others. */
export interface JournalLimits {
  /** A segment is followed by the next one from this size on, in bytes. */
  readonly segmentBytes: number;
  /** Records between two anchors, at most. */
  readonly anchorEvery: number;
  /** Room that is kept so that outcomes can still be written on a full disk, in bytes. */
  readonly reserveBytes: number;
}

export const JOURNAL_LIMITS: JournalLimits = {
  segmentBytes: 16 * 1024 * 1024,
  anchorEvery: 1024,
  reserveBytes: 1024 * 1024,
};
