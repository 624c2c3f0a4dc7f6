import { exportSession as readExport, type SessionExport } from "@perspt/journal";
import type { JsonObject } from "@perspt/json";
import { configuredSecrets } from "../../configured-secrets.js";
import type { Machine } from "../../machine/machine.js";
import { type Block, ownText, prose } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { jsonText } from "../../output/json-text.js";
import { journalFailure } from "./read-session.js";

export interface ExportContext {
  readonly machine: Pick<Machine, "files" | "environment">;
  readonly configFile: string;
  readonly stateDirectory: string;
}

/** `perspt journal export`: a session to be shown to others, also what can be salvaged of a damaged one. Changes nothing. */
export async function exportSession(
  session: string,
  { machine, configFile, stateDirectory }: ExportContext,
): Promise<CommandResult> {
  const secrets = await configuredSecrets(machine, configFile);
  let exported: SessionExport;
  try {
    exported = readExport({ stateDirectory, session, secrets });
  } catch (error) {
    return failed(EXIT_CODES.usage, journalFailure(error));
  }
  const header = headerOf(exported);
  const records = [...exported.records];
  const salvaged = exported.salvaged.map(salvagedDocument);
  const lines = [
    { type: "export", ...header },
    ...records,
    ...salvaged.map((line) => ({ type: "salvaged", ...line })),
  ];
  const report = ownText(lines.map((line) => `${jsonText(line)}\n`).join(""));
  return success({ ...header, records, salvaged }, [report], salvageNotes(exported));
}

function headerOf({ session, verdict, head }: SessionExport): JsonObject {
  const at = "at" in verdict ? verdict.at : null;
  return {
    session,
    status: verdict.kind,
    head: head.hash,
    at: at === null ? null : { record: at.seq, segment: at.segment, offset: at.offset },
  };
}

function salvagedDocument(line: SessionExport["salvaged"][number]): JsonObject {
  const { segment, offset } = line;
  switch (line.kind) {
    case "record":
      return { segment, offset, linked: line.isLinked, record: line.record };
    case "unreadable":
      return { segment, offset, unreadableBytes: line.bytes };
  }
}

function salvageNotes({ salvaged, records }: SessionExport): readonly Block[] {
  if (salvaged.length === 0) return [];
  const found = salvaged.filter(({ kind }) => kind === "record").length;
  return [
    prose(
      `The log verifies up to record ${records.length}. Behind it, ${found} of ${salvaged.length} lines could still be read; nothing proves what they say.`,
      { tone: "warning" },
    ),
  ];
}
