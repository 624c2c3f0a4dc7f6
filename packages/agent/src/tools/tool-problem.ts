import { systemCode } from "../system-code.js";

/**
 * Why a tool could not do what it was asked to, in words that help a model to ask better. Thrown within the tools alone; `codingTool` makes
 * it the call's result.
 */
export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
}

/** What the system said, as a sentence's end; null for an error that is not the system's. */
export function systemReason(error: unknown): string | null {
  const code = systemCode(error);
  if (code === null) return null;
  return REASONS[code] ?? `the system refused (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "its permissions do not allow that",
  EPERM: "its permissions do not allow that",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "a link stands in the way",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  ENOENT: "it is not there any more",
};
