import type { ContestTimes, Times } from "./contest.js";
import { quantile, type Statistics, statisticsOf } from "./statistics.js";

/** What a figure should be at most. Told beside the figure; nothing fails because of it. */
export interface Aim {
  readonly of: "median" | "p95" | "p99";
  /** `ratio` to the peer, or `milliseconds` of the subject itself. */
  readonly in: "ratio" | "milliseconds";
  readonly atMost: number;
}

/** Two contenders of one contest, side by side. */
export interface Comparison {
  readonly task: string;
  readonly subject: string;
  readonly peer: string;
  readonly times: { readonly subject: Statistics; readonly peer: Statistics };
  readonly ratio: {
    readonly median: number;
    readonly p95: number;
    readonly p99: number;
    /** The quartiles of the medians' ratio over ten stretches of the run: how far the median is to be trusted. */
    readonly spread: readonly [number, number];
    /** Of what the samples made this process compute, on average; null where others computed. */
    readonly cpu: number | null;
  };
  readonly aim: Aim | null;
  /** Null where nothing is aimed at. */
  readonly isMet: boolean | null;
}

export interface ComparisonRequest {
  readonly task: string;
  readonly subject: string;
  readonly peer: string;
  readonly aim?: Aim | undefined;
}

const STRETCHES = 10;

export function compare(
  contest: ContestTimes,
  { task, subject, peer, aim }: ComparisonRequest,
): Comparison {
  const ours = timesOf(contest, subject);
  const theirs = timesOf(contest, peer);
  const times = { subject: statisticsOf(ours.wall), peer: statisticsOf(theirs.wall) };
  const ratio = {
    median: times.subject.median / times.peer.median,
    p95: times.subject.p95 / times.peer.p95,
    p99: times.subject.p99 / times.peer.p99,
    spread: spreadOf(ours.wall, theirs.wall),
    cpu: ours.cpu.length === 0 ? null : sum(ours.cpu) / sum(theirs.cpu),
  };
  const isMet =
    aim === undefined
      ? null
      : (aim.in === "ratio" ? ratio[aim.of] : times.subject[aim.of]) <= aim.atMost;
  return { task, subject, peer, times, ratio, aim: aim ?? null, isMet };
}

function timesOf(contest: ContestTimes, name: string): Times {
  const times = contest.get(name);
  if (times === undefined) throw new TypeError(`${name} took no part in the contest`);
  return times;
}

function sum(times: readonly number[]): number {
  return times.reduce((total, time) => total + time, 0);
}

function spreadOf(ours: readonly number[], theirs: readonly number[]): readonly [number, number] {
  const stretches = Math.min(STRETCHES, ours.length);
  const medianIn = (times: readonly number[], stretch: number): number => {
    const bound = (index: number) => Math.floor((times.length * index) / stretches);
    return statisticsOf(times.slice(bound(stretch), bound(stretch + 1))).median;
  };
  const ratios = Float64Array.from(
    { length: stretches },
    (_, stretch) => medianIn(ours, stretch) / medianIn(theirs, stretch),
  ).sort();
  return [quantile(ratios, 0.25), quantile(ratios, 0.75)];
}
