import type { ConfigErrorCode, ConfigProblem, ConfigWarningCode } from "../config-problem.js";
import type { SourcePosition } from "../perspt-config.js";
import type { TomlPath } from "../toml/toml-index.js";
import { describePlace } from "./describe-place.js";
import type { TomlDocument } from "./toml-document.js";

/** What is said about one place. */
export interface Finding<Code> {
  /** The place; where the text does not have it, such as a missing key, the nearest table around it. */
  readonly path: TomlPath;
  readonly code: Code;
  readonly expected: string;
  readonly received: string;
  readonly fix: string;
}

/**
 * Collects everything that is wrong with one document. Readers report and go on with what is left: a document is valid exactly when
 * nothing but warnings was reported.
 */
export class ProblemReport {
  readonly #document: TomlDocument;
  readonly #problems: ConfigProblem[] = [];
  readonly #warnings: ConfigProblem[] = [];

  constructor(document: TomlDocument) {
    this.#document = document;
  }

  problem(finding: Finding<ConfigErrorCode>): void {
    this.#problems.push(this.#place(finding));
  }

  /** For what has no path: the place is given. */
  problemAt(
    position: SourcePosition,
    problem: Omit<ConfigProblem, "file" | "line" | "column">,
  ): void {
    this.#problems.push({ file: this.#document.file, ...position, ...problem });
  }

  warning(finding: Finding<ConfigWarningCode>): void {
    this.#warnings.push(this.#place(finding));
  }

  /** In the order of the file. */
  get problems(): readonly ConfigProblem[] {
    return this.#problems.toSorted(byPosition);
  }

  /** In the order of the file. */
  get warnings(): readonly ConfigProblem[] {
    return this.#warnings.toSorted(byPosition);
  }

  positionOf(path: TomlPath): SourcePosition {
    return this.#document.positionOf(path);
  }

  hasHeader(path: TomlPath): boolean {
    return this.#document.hasHeader(path);
  }

  #place({ path, ...finding }: Finding<ConfigProblem["code"]>): ConfigProblem {
    return {
      file: this.#document.file,
      ...this.#document.positionOf(path),
      ...describePlace(path, this.#document.table),
      ...finding,
    };
  }
}

function byPosition(left: ConfigProblem, right: ConfigProblem): number {
  return left.line - right.line || left.column - right.column;
}
