import { readFile, rename } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isJsonObject, type JsonObject, parseStrict } from "@perspt/json";
import { syncDirectory, writeWhole } from "./write-whole.js";

/** What a candidate is, as its own directory says: enough to go on with it after a crash. */
export interface CandidateRecord {
  readonly version: 1;
  readonly session: string;
  /** The person's tree, absolute. */
  readonly workspace: string;
  readonly folder: string;
  readonly commit: string | null;
  readonly task: string;
  /** The commands of the verifier, word by word. */
  readonly verify: readonly (readonly string[])[];
  readonly maxTurns: number;
  /** The name of the selected model. */
  readonly model: string;
  readonly maker: CandidateMaker;
}

/** The process that made it. */
export interface CandidateMaker {
  readonly hostname: string;
  readonly pid: number;
}

export function thisProcess(): CandidateMaker {
  return { hostname: hostname(), pid: process.pid };
}

/**
 * Where a candidate stands: `making` until its session holds its task, and nothing has been worked in it; `leaving` once its removal has
 * begun, and nothing in it is to be believed.
 */
export type CandidateStage = "making" | "kept" | "leaving";

const FILES = {
  making: "making.json",
  kept: "candidate.json",
  leaving: "leaving.json",
} as const satisfies Record<CandidateStage, string>;

/** The first word on a candidate, before anything of it is made. Durable when it resolves. */
export async function beginCandidateRecord(
  directory: string,
  record: CandidateRecord,
): Promise<void> {
  await writeWhole(join(directory, FILES.making), `${JSON.stringify(record, null, 2)}\n`);
}

/** Durable when it resolves. Rejects where the candidate is not at the stage that it is taken from. */
export async function moveToStage(
  directory: string,
  from: CandidateStage,
  to: CandidateStage,
): Promise<void> {
  await rename(join(directory, FILES[from]), join(directory, FILES[to]));
  await syncDirectory(directory);
}

/** Null where there is none at this stage, or one that this version cannot read. */
export async function readCandidateRecord(
  directory: string,
  stage: CandidateStage = "kept",
): Promise<CandidateRecord | null> {
  let text: string;
  try {
    text = await readFile(join(directory, FILES[stage]), "utf8");
  } catch {
    return null;
  }
  const reading = parseStrict(text);
  return reading.kind === "parsed" && isJsonObject(reading.value)
    ? readRecord(reading.value)
    : null;
}

function readRecord(value: JsonObject): CandidateRecord | null {
  const { version, session, workspace, folder, commit, task, maxTurns, model } = value;
  if (version !== 1 || !isText(session) || !isText(workspace) || !isText(folder)) return null;
  if (!isText(task) || !isText(model) || typeof maxTurns !== "number") return null;
  if (commit !== null && !isText(commit)) return null;
  const verify = readCommands(value["verify"]);
  const maker = readMaker(value["maker"]);
  if (verify === null || maker === null) return null;
  return { version, session, workspace, folder, commit, task, verify, maxTurns, model, maker };
}

function readMaker(value: unknown): CandidateMaker | null {
  if (!isJsonObject(value)) return null;
  const { hostname: name, pid } = value;
  return isText(name) && typeof pid === "number" ? { hostname: name, pid } : null;
}

function readCommands(value: unknown): readonly (readonly string[])[] | null {
  if (!Array.isArray(value)) return null;
  const lists: readonly unknown[] = value;
  const commands = lists.flatMap((words) =>
    Array.isArray(words) && words.every(isText) ? [words.filter(isText)] : [],
  );
  return commands.length === lists.length ? commands : null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
