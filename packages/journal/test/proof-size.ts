/** Whether the whole proof is asked for (`npm run proof:journal`), or the part of it that fits among the other tests. */
const IS_WHOLE = process.env["PERSPT_PROOF"] === "whole";

/** One number for the whole proof, and a smaller one among the other tests. */
export function proofSize(sizes: { readonly whole: number; readonly part: number }): number {
  return IS_WHOLE ? sizes.whole : sizes.part;
}
