import type { LocalOperation } from "@perspt/host";
import { commandEnvironment } from "../process/command-environment.js";
import type { RunCommand } from "../process/run-command.js";
import { endText, hasPassed } from "../verifier/verification.js";
import { codingTool, completedTool, failedTool, numberOf, ToolProblem } from "./coding-tool.js";

const MAX_OUTPUT_BYTES = 16 * 1024;
const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;

/** `local.run`: a program and its words, of those that the person granted. */
export function runTool(
  root: string,
  runCommand: RunCommand,
  environment: Readonly<Record<string, string | undefined>>,
): LocalOperation {
  return codingTool({
    name: "run",
    description: `Runs one program in the workspace, without a shell: argv is its words. Only what the person granted may run. Ended after timeout_seconds, ${DEFAULT_SECONDS} by default.`,
    properties: {
      argv: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 64 },
      timeout_seconds: { type: "integer", minimum: 1, maximum: MAX_SECONDS },
    },
    required: ["argv"],
    policy: {
      effect: "run_repo_script",
      risk: "medium",
      footprint: { selectors: [{ kind: "opaque_workspace" }] },
      bindings: [{ kind: "command", field: "argv" }],
    },
    async execute(argumentsValue, { signal }) {
      const { argv } = argumentsValue;
      const words = Array.isArray(argv) ? argv.filter((word) => typeof word === "string") : [];
      if (words.length === 0) throw new ToolProblem("argv must name a program.");
      const result = await runCommand(words, {
        cwd: root,
        environment: commandEnvironment(environment),
        timeoutMs: 1_000 * numberOf(argumentsValue, "timeout_seconds", DEFAULT_SECONDS),
        maxOutputBytes: MAX_OUTPUT_BYTES,
        signal,
      });
      const output = result.output.trim();
      const text = `The command ${endText(result)}.${output === "" ? "" : `\n${output}`}`;
      return hasPassed(result) ? completedTool(text) : failedTool(text);
    },
  });
}
