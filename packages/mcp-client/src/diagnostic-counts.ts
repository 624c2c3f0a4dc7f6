import type { McpDiagnosticCode } from "./diagnostic-code.js";
import { excerpt } from "./excerpt.js";
import type { McpDiagnostic } from "./mcp-client.js";

/** What a client noticed and lived through. */
export class DiagnosticCounts {
  readonly #entries = new Map<McpDiagnosticCode, { count: number; readonly sample: string }>();

  /** Counts by code and keeps the first sample, escaped and bounded. */
  note(code: McpDiagnosticCode, sample: string): void {
    const entry = this.#entries.get(code);
    if (entry === undefined) this.#entries.set(code, { count: 1, sample: excerpt(sample) });
    else entry.count += 1;
  }

  list(): readonly McpDiagnostic[] {
    return [...this.#entries].map(([code, { count, sample }]) => ({ code, count, sample }));
  }
}
