import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@perspt/json";
import {
  type EntryOf,
  type IntentRecord,
  type Journal,
  type LegRecord,
  type OutcomeRecord,
  openJournal,
} from "../../src/index.js";
import { encodeLine } from "../../src/log-line.js";

/** Long enough to be kept apart from its record. */
export const LONG_RESULT: JsonObject = {
  content: [{ type: "text", text: "perspt ".repeat(9_500) }],
};

const SESSION = "golden";
const BINDING = {
  epoch: 1,
  endpointIdentity: "sha256:e1",
  policyDigest: "sha256:p1",
  toolDigest: "sha256:t1",
};
const CAPABILITY = {
  version: 1,
  mode: "agent",
  effects: ["search", "data_write"],
  riskCeiling: "medium",
  criticalEffects: [],
  asksFrom: "medium",
  paths: [{ provider: null, path: "/home/user/project" }],
  commands: [["npm", "test"]],
  hosts: ["example.org"],
  providers: [
    {
      provider: "docs",
      endpointIdentity: "sha256:e1",
      policyDigest: "sha256:p1",
      toolDigests: ["sha256:t1"],
    },
  ],
  callBudget: 10,
  expiresAt: null,
};

/** Writes one session with a record of every type into a state directory. Its times are fixed; its key is not. */
export async function writeGoldenSession(stateDirectory: string): Promise<void> {
  let time = Date.UTC(2026, 11, 1);
  const options = {
    stateDirectory,
    secrets: ["golden-secret-value"],
    clock: {
      now: () => {
        time += 1_000;
        return time;
      },
    },
    limits: { segmentBytes: 8_000, anchorEvery: 8, reserveBytes: 1_024 },
  };
  const header = {
    persptVersion: "0.1.0",
    mode: "agent",
    workspace: "/home/user/project",
    configDigest: "sha256:c1",
    protectedPaths: ["/home/user/.config/perspt"],
  } as const;
  const first = await openJournal({ ...options, session: { kind: "new", id: SESSION, header } });
  await writeFirstHalf(first);
  await first.close();
  // A lost key is said in the log.
  rmSync(join(first.directory, "redaction.key"));
  const second = await openJournal({ ...options, session: { kind: "existing", id: SESSION } });
  await writeSecondHalf(second);
  await second.close();
  rmSync(join(second.directory, "redaction.key"));
  appendUnknownRecord(second);
}

/** What a later minor version may write. */
function appendUnknownRecord({ directory, head }: Journal): void {
  const seq = head.seq + 1;
  const record = { v: 1, seq, at: Date.UTC(2026, 11, 2), synced: head.seq, type: "later", note: 1 };
  const { line } = encodeLine(JSON.stringify(record), head.hash);
  appendFileSync(join(directory, "segment-000002.jsonl"), line);
}

async function writeFirstHalf(journal: Journal): Promise<void> {
  await journal.append({ type: "grant", capability: CAPABILITY });
  await journal.append({
    type: "catalog",
    server: "docs",
    transport: "stdio",
    endpointIdentity: "sha256:e1",
    epoch: 1,
    capabilities: { tools: {} },
    definitions: [{ name: "search", inputSchema: { type: "object" } }],
  });
  await journal.append({
    type: "admission",
    server: "docs",
    epoch: 1,
    policyDigest: "sha256:p1",
    admitted: [{ operation: "mcp.docs.search", effect: "search", risk: "low" }],
    rejected: [
      { remoteName: "shell", code: "undeclared_tool", reason: "The policy names no such tool." },
    ],
  });
  const turn = await journal.append({
    type: "model_turn",
    route: "rehearsal",
    content: {
      text: "I search.",
      calls: [{ name: "mcp__docs__search", arguments: { query: "x", password: "p" } }],
    },
    plainMembers: ["query"],
  });
  const origin = { turn: turn.seq, call: 0 };
  const completed = await journal.append({
    type: "intent",
    ...facts(journal, "x", { password: "p" }),
    origin,
  });
  await journal.append(outcomeOf(completed.seq, LONG_RESULT));
  await journal.append({ type: "refusal", code: "undeclared", ...facts(journal, "y") });
  const granted = await journal.append({
    type: "approval",
    ...identityOf(journal, "z"),
    verdict: "granted",
    by: "person",
    reason: null,
    standing: { ...CAPABILITY, callBudget: 2 },
  });
  const approved = await journal.append({
    type: "intent",
    ...facts(journal, "z"),
    approval: granted.seq,
  });
  await journal.append({
    type: "elicitation",
    intent: approved.seq,
    server: "docs",
    request: { mode: "form", message: "Which one?" },
    action: "accept",
    answer: { choice: "the secret one" },
  });
  await journal.append({
    type: "sampling",
    intent: approved.seq,
    server: "docs",
    request: { messages: [{ role: "user", content: "Summarise golden-secret-value." }] },
    verdict: "answered",
    code: null,
    response: { text: "Done." },
    tokens: 12,
  });
  await journal.append(legOf(approved.seq, "sending"));
  await journal.append(legOf(approved.seq, "answered"));
  await journal.append({
    ...outcomeOf(approved.seq, null),
    kind: "uncertain",
    error: { code: "timeout", message: "No answer came.", hint: null, serverError: null },
    taskId: "task-77",
  });
  await journal.append({ type: "intent", ...facts(journal, "crashed") });
}

async function writeSecondHalf(journal: Journal): Promise<void> {
  const [, crashed = 0] = [...journal.state.doubts.keys()];
  await journal.append({
    type: "resolved",
    intent: crashed,
    verdict: "did_not",
    note: "Nothing was there.",
  });
  const failing = await journal.append({ type: "intent", ...facts(journal, "fails") });
  await journal.append({
    ...outcomeOf(failing.seq, null),
    kind: "failed",
    error: {
      code: "server_error",
      message: "Not today.",
      hint: "Try tomorrow.",
      serverError: { code: -32000, message: "no" },
    },
  });
  await journal.append({
    type: "approval",
    ...identityOf(journal, "w"),
    verdict: "denied",
    by: "flag",
    reason: "No.",
    standing: null,
  });
  await journal.append({ type: "end", reason: "closed" });
}

function identityOf(journal: Journal, query: string) {
  const { argumentsDigest, callKey } = facts(journal, query);
  return { operation: "mcp.docs.search", argumentsDigest, callKey };
}

function facts(
  journal: Journal,
  query: string,
  more: JsonObject = {},
): Omit<EntryOf<IntentRecord>, "type"> {
  const selectors = [{ kind: "scoped_argument", family: "docs", field: "query", access: "read" }];
  return {
    ...BINDING,
    ...journal.identifyCall({
      operation: "mcp.docs.search",
      endpointIdentity: "sha256:e1",
      arguments: { query, ...more },
      selectors,
      bindings: [],
    }),
    operation: "mcp.docs.search",
    server: "docs",
    effect: "search",
    risk: "low",
    selectors,
    bindings: [],
    touches: [
      { kind: "value", family: "docs", value: query, access: "read" },
      { kind: "path", path: "/home/user/project", access: "read" },
      { kind: "rate_limit", provider: "docs" },
      { kind: "workspace" },
    ],
    origin: null,
    root: "/home/user/project",
    links: [{ path: "/home/user/project", realPath: "/data/project" }],
    boundNow: BINDING,
    approver: "can_ask",
    approval: null,
    basis: journal.state.seq,
    decidedAt: Date.UTC(2026, 11, 1),
    rule: "risk_runs",
    because: "Its risk is low.",
    trace: [
      {
        check: "bound",
        phase: "binding",
        result: "pass",
        because: "It is bound.",
        inputs: { epoch: "1" },
      },
    ],
  };
}

function legOf(intent: number, stage: LegRecord["stage"]): EntryOf<LegRecord> {
  const nothing = { answer: null, code: null, message: null, content: null, taskId: null };
  return {
    type: "leg",
    intent,
    number: 2,
    kind: "input_retry",
    method: "tools/call",
    ...nothing,
    stage,
    ...(stage === "answered"
      ? {
          answer: "task",
          content: { taskId: "task-77", requestState: "opaque" },
          taskId: "task-77",
        }
      : {}),
  };
}

function outcomeOf(intent: number, result: JsonObject | null): EntryOf<OutcomeRecord> {
  return {
    type: "outcome",
    intent,
    kind: "completed",
    mayHaveRun: true,
    result,
    error: null,
    taskId: null,
    durationMs: 12.5,
  };
}
