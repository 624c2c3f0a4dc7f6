import type { ConfigProblem } from "./config-problem.js";
import type { PersptConfig } from "./perspt-config.js";
import { ProblemReport } from "./read/problem-report.js";
import { readDocument, reportUnsafeKeys } from "./read/read-document.js";
import { TomlDocument } from "./read/toml-document.js";
import { readSource } from "./read-source.js";
import { describeSyntax } from "./toml/describe-syntax.js";
import { readToml, type TomlReading } from "./toml/read-toml.js";

export type ConfigReading =
  | {
      readonly kind: "valid";
      readonly config: PersptConfig;
      /** What loads and is probably not meant, in the order of the file. */
      readonly warnings: readonly ConfigProblem[];
    }
  /** Everything that is wrong, in the order of the file; never empty. A syntax error hides what else there is. */
  | { readonly kind: "invalid"; readonly problems: readonly ConfigProblem[] };

/**
 * Reads a configuration file's content: strict about every key and value, with all defaults filled in. Pure: no file, variable or
 * network is looked at. `file` is the name that problems and hints show. Bytes are decoded as UTF-8; whatever the content is, the
 * answer is a value and no exception.
 */
export function parseConfig(source: string | Uint8Array, file: string): ConfigReading {
  const content = readSource(source, file);
  if (content.kind === "refused") return { kind: "invalid", problems: [content.problem] };
  const reading = readToml(content.text);
  if (reading.kind === "unreadable") {
    return { kind: "invalid", problems: [syntaxProblem(file, content.text, reading)] };
  }
  const document = new TomlDocument(file, content.text, reading.table);
  const report = new ProblemReport(document);
  if (reading.kind === "unsafe") reportUnsafeKeys(report, document);
  const config = readDocument(report, document);
  const { problems, warnings } = report;
  return problems.length === 0
    ? { kind: "valid", config, warnings }
    : { kind: "invalid", problems };
}

function syntaxProblem(
  file: string,
  text: string,
  { line, column, reason }: Extract<TomlReading, { readonly kind: "unreadable" }>,
): ConfigProblem {
  return {
    file,
    line,
    column,
    code: "syntax_error",
    expected: "TOML",
    received: `text that is none (${reason})`,
    ...describeSyntax(text, line, reason),
  };
}
