import type { Aim, Comparison } from "./comparison.js";

/** One line of the table. */
export interface Row {
  readonly task: string;
  readonly ms: string;
  readonly p95: string;
  readonly p99: string;
  readonly against: string;
  readonly "its ms": string;
  readonly "its p99": string;
  readonly ratio: string;
  readonly spread: string;
  readonly "p99 ratio": string;
  readonly "cpu ratio": string;
  readonly aim: string;
  readonly met: string;
}

export function rowOf({ task, subject, peer, times, ratio, aim, isMet }: Comparison): Row {
  return {
    task: `${task}: ${subject}`,
    ms: milliseconds(times.subject.median),
    p95: milliseconds(times.subject.p95),
    p99: milliseconds(times.subject.p99),
    against: peer,
    "its ms": milliseconds(times.peer.median),
    "its p99": milliseconds(times.peer.p99),
    ratio: ratio.median.toFixed(2),
    spread: ratio.spread.map((edge) => edge.toFixed(2)).join("–"),
    "p99 ratio": ratio.p99.toFixed(2),
    "cpu ratio": ratio.cpu?.toFixed(2) ?? "",
    aim: aim === null ? "" : aimText(aim),
    met: isMet === null ? "" : isMet ? "yes" : "no",
  };
}

function aimText({ of, in: unit, atMost }: Aim): string {
  return `${of} ≤ ${atMost} ${unit === "ratio" ? "×" : "ms"}`;
}

/** Three digits that mean something. */
function milliseconds(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
