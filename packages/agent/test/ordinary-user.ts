import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** Any user but root, for whom permissions hold. */
const NOBODY = 65_534;

/**
 * Gives these directories to an ordinary user and is that user until the test is over: a superuser is refused nothing. Where the tests run
 * as an ordinary user, nothing is done.
 */
export function becomeOrdinaryUser(...directories: readonly string[]): void {
  const { seteuid } = process;
  if (process.getuid?.() !== 0 || seteuid === undefined) return;
  execFileSync("chown", ["-R", String(NOBODY), ...directories]);
  seteuid(NOBODY);
  onTestFinished(() => seteuid(0));
}
