import type { TransportDiagnostic, TransportDiagnosticCode } from "../mcp-transport.js";
import { excerpt } from "./excerpt.js";

/** Longest kept sample of one kind of diagnostic, in characters. */
const SAMPLE_CHARACTERS = 200;

/** Counts by kind and keeps the first sample of each, escaped and bounded. */
export class DiagnosticLog {
  readonly #entries = new Map<
    TransportDiagnosticCode,
    { count: number; readonly sample: string }
  >();

  record(code: TransportDiagnosticCode, sample: string): void {
    const entry = this.#entries.get(code);
    if (entry === undefined) {
      this.#entries.set(code, { count: 1, sample: excerpt(sample, SAMPLE_CHARACTERS) });
    } else {
      entry.count += 1;
    }
  }

  list(): readonly TransportDiagnostic[] {
    return [...this.#entries].map(([code, { count, sample }]) => ({ code, count, sample }));
  }
}
