import { quote } from "@perspt/kernel";
import { nothingToConfigure } from "./hints.js";
import { foreignLetterIn } from "./mixed-scripts.js";
import { isRemoteName, RESERVED_NAME_PREFIX } from "./operation-name.js";
import type { ListedContext, Rejection } from "./rejection.js";

/** Rule 1. The client operations' names cannot be taken (T45). */
export function checkReservedName({ tool }: ListedContext): Rejection | null {
  if (!tool.name.startsWith(RESERVED_NAME_PREFIX)) return null;
  return {
    code: "reserved_name",
    reason: `The name ${quote(tool.name)} starts with ${RESERVED_NAME_PREFIX}, which is kept for Perspt's own operations.`,
    hint: nothingToConfigure("No policy admits it: the server has to give the tool another name."),
  };
}

/** Rule 2. Only names that look the same to everybody (T45). */
export function checkName({ tool }: ListedContext): Rejection | null {
  if (isRemoteName(tool.name)) return null;
  return {
    code: "invalid_name",
    reason: `Expected a name of 1 to 128 ASCII letters, digits, _, . and -; the server lists ${quote(tool.name)}${scriptNote(tool.name)}.`,
    hint: nothingToConfigure("No policy admits it: the server has to give the tool another name."),
  };
}

/** Rule 3. Of two tools with one name nobody can say which is called, so neither is (T45). */
export function checkUniqueName({ tool, timesListed }: ListedContext): Rejection | null {
  if (timesListed === 1) return null;
  return {
    code: "duplicate_name",
    reason: `The server lists ${quote(tool.name)} ${timesListed} times; none of them is admitted.`,
    hint: nothingToConfigure("No policy admits it: the server has to list each name once."),
  };
}

/** A letter that passes for another is named: nobody sees the difference. */
function scriptNote(name: string): string {
  const foreign = foreignLetterIn(name);
  if (foreign === null) return "";
  const { letter, script } = foreign;
  const point = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `, whose "${letter}" is no Latin letter but a ${script} one (U+${point})`;
}
