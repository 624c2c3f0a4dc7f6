import type { McpHost } from "@perspt/host";
import type { Doubt, JournalReading } from "@perspt/journal";
import { EFFECT_KINDS, isReadOnlyEffect } from "@perspt/kernel";
import { ACCEPT_OPERATION, applyAccepted, forgetAccepted } from "../gate/accept-operation.js";
import type { FileChange as NotedChange } from "../tools/change-notes.js";
import { settleChange } from "../tools/settle-change.js";
import { standOf } from "../workspace/apply-changes.js";
import { type Candidate, changesOf } from "../workspace/candidate.js";
import type { TreeDisk } from "../workspace/tree-disk.js";

export interface SettlingOptions {
  readonly reading: JournalReading;
  readonly candidate: Candidate;
  /** What a call of the session was about to change; null where it noted nothing. */
  readonly noted: (call: string) => Promise<NotedChange | null>;
  readonly host: Pick<McpHost, "settle" | "resumeTask">;
  /** The disk of the person's tree. */
  readonly disk: TreeDisk;
  readonly signal: AbortSignal;
}

export interface Settled {
  readonly intent: number;
  readonly operation: string;
  /** `unknown`: nobody can tell, and the model is told so. `open`: the person has to find out first. */
  readonly verdict: "did" | "did_not" | "unknown" | "open";
}

/**
 * What a crash left open, settled before anything else is done: a change of the candidate by looking at it, an acceptance by finishing it,
 * a task by its server's result. What ran in the candidate and cannot be looked at stays there, and is settled as unknown. A
 * doubt on which its server could say no more stands: the model is told, and what conflicts with it is refused. Nothing is called again.
 */
export async function settleDoubts(options: SettlingOptions): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  for (const doubt of options.reading.state.doubts.values()) {
    const finding = await findOut(doubt, options);
    settled.push({ intent: doubt.intent, operation: doubt.operation, verdict: finding.verdict });
    if (finding.verdict === "open" || finding.note === null) continue;
    await options.host.settle({
      intent: doubt.intent,
      verdict: finding.verdict,
      note: finding.note,
    });
  }
  return settled;
}

interface Finding {
  readonly verdict: Settled["verdict"];
  /** How it is known; null where the record holds it already. */
  readonly note: string | null;
}

async function findOut(doubt: Doubt, options: SettlingOptions): Promise<Finding> {
  if (doubt.operation === ACCEPT_OPERATION) return await findOutAccepted(options);
  if (!doubt.operation.startsWith("local.")) return await askServer(doubt, options);
  const { reading, candidate, noted } = options;
  if (onlyReads(doubt)) return { verdict: "did_not", note: "It only reads." };
  const change = await noted(`${reading.session}/${doubt.intent}`).catch(() => "damaged" as const);
  if (change === "damaged") return { verdict: "unknown", note: "Its note cannot be read." };
  if (change === null) {
    return CHANGES_FILES.has(doubt.operation)
      ? { verdict: "did_not", note: "No change of the candidate had begun." }
      : { verdict: "unknown", note: "The session stopped while it ran in the candidate." };
  }
  const verdict = await settleChange(candidate.tree, change);
  return verdict === "unclear"
    ? { verdict: "unknown", note: "The candidate holds neither what was there nor what was to be." }
    : { verdict, note: "The candidate was looked at." };
}

/** The tools that note each change before they make it. */
const CHANGES_FILES: ReadonlySet<string> = new Set([
  "local.write",
  "local.patch",
  "local.move",
  "local.delete",
]);

function onlyReads({ effect }: Doubt): boolean {
  const kind = EFFECT_KINDS.find((each) => each === effect);
  return kind !== undefined && isReadOnlyEffect(kind);
}

async function findOutAccepted({ candidate, disk, signal }: SettlingOptions): Promise<Finding> {
  const changes = await changesOf(candidate, signal);
  const { workspace } = candidate.record;
  switch (await standOf(changes, workspace)) {
    case "all":
      return { verdict: "did", note: "Every file of the change is in place." };
    case "none":
      await forgetAccepted(candidate, changes, disk);
      return { verdict: "did_not", note: "No file of the change is in place." };
    case "part": {
      const applying = await applyAccepted(candidate, changes, disk);
      return applying.kind === "applied"
        ? { verdict: "did", note: "The accepted change was finished." }
        : { verdict: "open", note: null };
    }
    case "other":
      return { verdict: "open", note: null };
  }
}

async function askServer(doubt: Doubt, { host, signal }: SettlingOptions): Promise<Finding> {
  const resumed = await host.resumeTask(doubt.intent, signal);
  if (resumed.kind === "asked") {
    return { verdict: resumed.isSettled ? "did" : "unknown", note: null };
  }
  // Its outcome says already that it is not known.
  return { verdict: doubt.cause === "uncertain" ? "unknown" : "open", note: null };
}
