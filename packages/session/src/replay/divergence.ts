/** The first thing about a recorded session that does not come out the same again. */
export interface Divergence {
  /** Seq of the intent or refusal; of the model's turn, where that is what differs. */
  readonly seq: number;
  readonly operation: string;
  /** What differs: `decision`, or a member of the record. */
  readonly member: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** Says of one record what differs. */
export function differenceIn(
  seq: number,
  operation: string,
): (member: string, recorded: unknown, replayed: unknown) => Divergence {
  return (member, recorded, replayed) => ({
    seq,
    operation,
    member,
    recorded: textOf(recorded),
    replayed: textOf(replayed),
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
