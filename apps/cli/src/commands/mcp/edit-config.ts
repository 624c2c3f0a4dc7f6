import {
  type ConfigEdit,
  type ConfigProblemCode,
  type EditProblem,
  FILE_LIMIT,
  initialConfig,
  type PersptConfig,
  parseConfig,
} from "@perspt/config";
import type { Files } from "../../machine/files.js";
import type { CliCode } from "../../output/cli-code.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { invalidConfig, unusableConfig } from "../../settings/load-config.js";

/** A configuration that may be edited: it loads, or it is to be made. */
export type EditableConfig =
  | {
      readonly kind: "editable";
      readonly file: string;
      readonly text: string;
      readonly config: PersptConfig;
      /** Null for a file that is still to be made. */
      readonly before: Uint8Array | null;
    }
  /** What the command prints instead of its own result. */
  | { readonly kind: "failed"; readonly result: CommandResult };

export type EditEnd =
  | { readonly kind: "written"; readonly line: number }
  | { readonly kind: "failed"; readonly result: CommandResult };

/** Reads the file to be edited. Where there is none, it fails, or begins as `config init` writes it. */
export async function openForEdit(
  files: Files,
  file: string,
  whenMissing: "fail" | "begin",
): Promise<EditableConfig> {
  const reading = await files.read(file, FILE_LIMIT);
  if (reading.kind === "missing" && whenMissing === "begin") {
    return editable(file, initialConfig(), null);
  }
  return reading.kind === "read"
    ? editable(file, reading.content, reading.content)
    : { kind: "failed", result: unusableConfig(file, reading) };
}

function editable(
  file: string,
  source: string | Uint8Array,
  before: Uint8Array | null,
): EditableConfig {
  const parsed = parseConfig(source, file);
  if (parsed.kind === "invalid") {
    return { kind: "failed", result: invalidConfig(file, parsed.problems) };
  }
  // The bytes are UTF-8, for they loaded; a byte order mark belongs to the text.
  const text =
    typeof source === "string"
      ? source
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  return { kind: "editable", file, text, config: parsed.config, before };
}

/** Puts an edit in place, if what it makes loads. Whatever ends in a failure has changed nothing. */
export async function writeEdit(
  files: Files,
  { file, before }: Extract<EditableConfig, { readonly kind: "editable" }>,
  edit: ConfigEdit,
): Promise<EditEnd> {
  if (edit.kind === "refused") {
    const { code, message, hint } = edit.problem;
    return stopped(code, `${message} ${file} was left as it is.`, hint);
  }
  const parsed = parseConfig(edit.text, file);
  if (parsed.kind === "invalid") {
    const [first] = parsed.problems;
    return stopped(
      first?.code ?? "invalid_config",
      `With this change ${file} would not load: expected ${first?.expected}, received ${first?.received}. It was left as it is.`,
      "Edit the file by hand, then check it with `perspt config check`.",
    );
  }
  const writing =
    before === null
      ? await files.createFile(file, edit.text)
      : await files.replaceFile(file, before, edit.text);
  switch (writing.kind) {
    case "created":
    case "replaced":
      return { kind: "written", line: edit.line };
    case "exists":
    case "changed":
      return stopped(
        "config_changed",
        `The configuration file ${file} was changed by somebody else just now; it was left as it is.`,
        "Run the command once more; if it is a link, check where it leads.",
      );
    case "failed":
      return stopped(
        "cannot_write",
        `The configuration file ${file} cannot be written: ${writing.reason}.`,
        "A new file is written beside it and put in its place: check its directory, or name another file with --config FILE.",
      );
  }
}

function stopped(
  code: CliCode | ConfigProblemCode | EditProblem["code"],
  message: string,
  hint: string,
): EditEnd {
  return { kind: "failed", result: failed(EXIT_CODES.usage, { code, message, hint }) };
}
