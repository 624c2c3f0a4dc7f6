import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, parseStrict } from "@perspt/json";
import { writeWhole } from "./write-whole.js";

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
}

const FILE = "candidate.json";

export async function writeCandidateRecord(
  directory: string,
  record: CandidateRecord,
): Promise<void> {
  await writeWhole(join(directory, FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/** Null where there is none, or one that this version cannot read. */
export async function readCandidateRecord(directory: string): Promise<CandidateRecord | null> {
  let text: string;
  try {
    text = await readFile(join(directory, FILE), "utf8");
  } catch {
    return null;
  }
  const reading = parseStrict(text);
  return reading.kind === "parsed" && isJsonObject(reading.value)
    ? readRecord(reading.value)
    : null;
}

function readRecord(value: JsonObject): CandidateRecord | null {
  const { version, session, workspace, folder, commit, task, verify, maxTurns, model } = value;
  if (version !== 1 || !isText(session) || !isText(workspace) || !isText(folder)) return null;
  if (!isText(task) || !isText(model) || typeof maxTurns !== "number") return null;
  if (commit !== null && !isText(commit)) return null;
  const commands = readCommands(verify);
  if (commands === null) return null;
  return { version, session, workspace, folder, commit, task, verify: commands, maxTurns, model };
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
