import type { JsonObject } from "@perspt/json";
import { type Block, code, line, prose, span } from "./blocks.js";
import type { CommandResult, Failure } from "./command-result.js";
import { jsonText } from "./json-text.js";
import { type Look, renderBlocks } from "./render-blocks.js";

/** The version of every JSON document: members may be added under it, never changed. */
export const SCHEMA_VERSION = 1;

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly output: Look;
  readonly errors: Look;
}

export interface RenderedResult {
  readonly stdout: string;
  readonly stderr: string;
}

/** What a result prints on each stream. */
export function renderResult(result: CommandResult, options: OutputOptions): RenderedResult {
  if (options.json) {
    const { failure } = result;
    return {
      stdout: result.document === null ? "" : documentLine(result.document),
      stderr: failure === null ? "" : `${jsonText({ error: { ...failure } })}\n`,
    };
  }
  const notes = options.quiet ? [] : result.notes;
  const failure = result.failure === null ? [] : failureBlocks(result.failure);
  return {
    stdout: renderBlocks(result.report, options.output),
    stderr: renderBlocks([...notes, ...failure], options.errors),
  };
}

/** One document as one line. */
export function documentLine(document: JsonObject): string {
  return `${jsonText({ schemaVersion: SCHEMA_VERSION, ...document })}\n`;
}

function failureBlocks({ message, hint }: Failure): readonly Block[] {
  const first = line(span("perspt: ", "bad"), message);
  if (hint === null) return [first];
  // A hint of several lines is TOML to be copied.
  return [first, hint.includes("\n") ? code(hint) : prose(hint, { indent: 2 })];
}
