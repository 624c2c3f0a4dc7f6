import type { Script } from "../scripted-route.js";

/** A small task in a project, with the turns of a model that carries it out, and a test that the model never sees. */
export interface CodingTask {
  readonly name: string;
  readonly task: string;
  readonly files: Readonly<Record<string, string>>;
  /** Run in the candidate after the model has answered. */
  readonly verify: readonly (readonly string[])[];
  readonly turns: Script;
  /** Files beside the project's for the hidden test, and the command that must pass in the person's tree afterwards. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly check: readonly string[];
}

export const NODE = process.execPath;

/** A test file of node's own runner. */
export function testFile(imports: string, body: string): string {
  return `import { test } from "node:test";\nimport { deepEqual, equal } from "node:assert/strict";\n${imports}\n${body}\n`;
}
