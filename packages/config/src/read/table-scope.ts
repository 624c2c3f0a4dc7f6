import type { TomlTable, TomlValue } from "smol-toml";
import type { ConfigErrorCode, ConfigWarningCode } from "../config-problem.js";
import type { TomlPath } from "../toml/toml-index.js";
import { isTomlTable } from "../toml/toml-value.js";
import { describeValue } from "../words/describe-value.js";
import type { Finding, ProblemReport } from "./problem-report.js";

/** One table of the document while it is read. The paths of what is reported here start in it. */
export class TableScope {
  readonly report: ProblemReport;
  readonly path: TomlPath;
  readonly table: TomlTable;

  constructor(report: ProblemReport, path: TomlPath, table: TomlTable) {
    this.report = report;
    this.path = path;
    this.table = table;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.table, key);
  }

  get(key: string): TomlValue | undefined {
    return this.has(key) ? this.table[key] : undefined;
  }

  problem(finding: Finding<ConfigErrorCode>): void {
    this.report.problem({ ...finding, path: [...this.path, ...finding.path] });
  }

  warning(finding: Finding<ConfigWarningCode>): void {
    this.report.warning({ ...finding, path: [...this.path, ...finding.path] });
  }

  /** A table inside this one; null, and a problem, where something else stands. `inner` leads to it from here. */
  open(
    inner: TomlPath,
    value: unknown,
    advice: { readonly expected: string; readonly fix: string },
  ): TableScope | null {
    if (isTomlTable(value)) return new TableScope(this.report, [...this.path, ...inner], value);
    this.problem({ path: inner, code: "wrong_type", received: describeValue(value), ...advice });
    return null;
  }
}
