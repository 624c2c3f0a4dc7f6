import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseObject } from "./matchers.js";

/** The sessions in a state directory, oldest first. */
export function sessionsIn(stateDirectory: string): readonly string[] {
  const journals = join(stateDirectory, "journals");
  return existsSync(journals) ? readdirSync(journals).sort() : [];
}

/** The whole records of every session, as they stand in the files. */
export function recordsIn(stateDirectory: string): readonly Readonly<Record<string, unknown>>[] {
  return sessionsIn(stateDirectory).flatMap((session) =>
    segmentsOf(stateDirectory, session)
      .flatMap((file) => readFileSync(file, "utf8").split("\n").slice(0, -1))
      .map(parseObject),
  );
}

/** The segment files of a session, in order. */
export function segmentsOf(stateDirectory: string, session: string): readonly string[] {
  const directory = join(stateDirectory, "journals", session);
  return readdirSync(directory)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(directory, name));
}

export function hasRecord(stateDirectory: string, type: string): boolean {
  return recordsIn(stateDirectory).some((record) => record["type"] === type);
}
