import { basename, resolve } from "node:path";
import {
  addServer,
  type ConfigEdit,
  type NewServer,
  importServers as readServers,
} from "@perspt/config";
import type { FileReading } from "../../machine/files.js";
import type { Machine } from "../../machine/machine.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { openForEdit, writeEdit } from "./edit-config.js";
import { importResult, newServers } from "./import-report.js";

export interface ImportInput {
  /** The other program's settings, as named. */
  readonly file: string;
  /** Whether the configuration is only to be shown what would be added. */
  readonly dryRun: boolean;
}

/** Largest settings that are read: Claude Code keeps its conversations' names in the same file. */
const SETTINGS_LIMIT = 32 * 1024 * 1024;

/** `perspt mcp import`: the servers of another program's settings, added to the configuration in place. Copies no value, starts nothing. */
export async function importServers(
  { file, dryRun }: ImportInput,
  {
    files,
    environment,
    workingDirectory,
  }: Pick<Machine, "files" | "environment" | "workingDirectory">,
  configFile: string,
): Promise<CommandResult> {
  const path = resolve(workingDirectory, file);
  const reading = await files.read(path, SETTINGS_LIMIT);
  if (reading.kind !== "read") return notRead(path, reasonOf(reading));
  const text = decode(reading.content);
  if (text === null) return notRead(path, "it is no UTF-8");
  const opened = await openForEdit(files, configFile, "begin");
  if (opened.kind === "failed") return opened.result;
  const imported = readServers(text, { config: opened.config, environment });
  if (imported.kind === "unreadable") {
    return failed(EXIT_CODES.usage, {
      code: "settings_unreadable",
      message: `${path} has no servers to import. ${imported.message}`,
      hint: imported.hint,
    });
  }
  const added = newServers(imported);
  const source = { path, name: basename(path) };
  if (dryRun || added.length === 0) {
    return importResult({ imported, source, configFile, environment, written: null });
  }
  const end = await writeEdit(files, opened, addAll(opened.text, added));
  return end.kind === "failed"
    ? end.result
    : importResult({ imported, source, configFile, environment, written: end });
}

/** One edit out of several: the first refusal is its own, and its line is that of the first server. */
function addAll(text: string, [first, ...others]: readonly NewServer[]): ConfigEdit {
  if (first === undefined) throw new TypeError("there is a server to add");
  return others.reduce(
    (edit, server) => {
      if (edit.kind === "refused") return edit;
      const next = addServer(edit.text, server);
      return next.kind === "refused" ? next : { ...next, line: edit.line };
    },
    addServer(text, first),
  );
}

function reasonOf(reading: Exclude<FileReading, { readonly kind: "read" }>): string {
  switch (reading.kind) {
    case "missing":
      return "there is no such file";
    case "too_large":
      return `it is larger than ${SETTINGS_LIMIT} bytes`;
    case "unreadable":
      return reading.reason;
  }
}

function notRead(path: string, reason: string): CommandResult {
  return failed(EXIT_CODES.usage, {
    code: "settings_unreadable",
    message: `${path} cannot be read: ${reason}.`,
    hint: "Name the settings file of the other program, such as ~/.cursor/mcp.json or .vscode/mcp.json.",
  });
}

function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
