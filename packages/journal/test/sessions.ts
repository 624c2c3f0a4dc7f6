import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@perspt/json";
import {
  type EntryOf,
  type IntentRecord,
  type Journal,
  type OpenJournalOptions,
  type OutcomeRecord,
  openJournal,
  type SessionHeader,
} from "../src/index.js";

export const HEADER: SessionHeader = {
  persptVersion: "0.1.0",
  mode: "agent",
  workspace: null,
  configDigest: "sha256:0",
  protectedPaths: [],
};

export function stateDirectory(): string {
  return mkdtempSync(join(tmpdir(), "perspt-journal-"));
}

export function open(directory: string, over: Partial<OpenJournalOptions> = {}): Promise<Journal> {
  return openJournal({
    stateDirectory: directory,
    session: { kind: "new", id: "s1", header: HEADER },
    secrets: [],
    ...over,
  });
}

export const reopen = (directory: string, over: Partial<OpenJournalOptions> = {}) =>
  open(directory, { session: { kind: "existing", id: "s1" }, ...over });

/** An intent as the host writes one. */
export function intent(
  journal: Journal,
  argumentsValue: JsonObject = { query: "x" },
): EntryOf<IntentRecord> {
  const selectors = [{ kind: "scoped_argument", family: "docs", field: "query", access: "read" }];
  const binding = { epoch: 1, endpointIdentity: "e", policyDigest: "p", toolDigest: "t" };
  return {
    type: "intent",
    ...binding,
    ...journal.identifyCall({
      operation: "mcp.docs.search",
      endpointIdentity: "e",
      arguments: argumentsValue,
      selectors,
      bindings: [],
    }),
    operation: "mcp.docs.search",
    server: "docs",
    effect: "search",
    risk: "low",
    selectors,
    bindings: [],
    touches: [{ kind: "value", family: "docs", value: "x", access: "read" }],
    origin: null,
    root: null,
    links: [],
    boundNow: binding,
    approver: "nobody",
    approval: null,
    basis: journal.state.seq,
    decidedAt: 1,
    rule: "risk_runs",
    because: "It may run.",
    trace: [],
  };
}

export function outcome(
  intentSeq: number,
  result: JsonObject = { content: [] },
): EntryOf<OutcomeRecord> {
  return {
    type: "outcome",
    intent: intentSeq,
    kind: "completed",
    mayHaveRun: true,
    result,
    error: null,
    taskId: null,
    durationMs: 1,
  };
}
