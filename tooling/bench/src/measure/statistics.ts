/** What is told of a series of times, in milliseconds. */
export interface Statistics {
  readonly samples: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** Throws for an empty series: a contender without samples is a fault of the bench. */
export function statisticsOf(times: readonly number[]): Statistics {
  const sorted = Float64Array.from(times).sort();
  return {
    samples: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  };
}

/** By linear interpolation between the two nearest samples. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new TypeError("there are no samples");
  return below + (above - below) * (position - Math.floor(position));
}
