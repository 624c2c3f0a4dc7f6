import type { LocalOperation } from "@perspt/host";
import { commandEnvironment } from "../process/command-environment.js";
import type { CommandResult, RunCommand } from "../process/run-command.js";
import { endText, hasPassed } from "../verifier/verification.js";
import { codingTool } from "./coding-tool.js";
import { optionalInteger, optionalText, readTexts } from "./tool-arguments.js";
import { ToolProblem } from "./tool-problem.js";
import { locateForReading } from "./tree/locate.js";
import { inDirectory } from "./tree/open-directory.js";

const DEFAULT_TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 600;
/** Most bytes of output that the model is given: half from the beginning, half from the end. */
const MAX_OUTPUT_BYTES = 24 * 1024;

export interface RunToolOptions {
  readonly root: string;
  readonly runCommand: RunCommand;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function runTool({ root, runCommand, environment }: RunToolOptions): LocalOperation {
  return codingTool({
    name: "run",
    description: `Runs one program with its arguments in the workspace: no shell, so no pipes, globs, && or variables; no input. It and all that it started is ended at the timeout and when it exits. Output over ${MAX_OUTPUT_BYTES} bytes keeps its beginning and end.`,
    properties: {
      argv: {
        type: "array",
        items: { type: "string", maxLength: 65_536 },
        minItems: 1,
        maxItems: 512,
        description: 'The program and its arguments, one string each: ["npm", "test"].',
      },
      cwd: {
        type: "string",
        minLength: 1,
        maxLength: 4096,
        description: "Directory to run in, relative to the workspace's root; the root if absent.",
      },
      timeout_seconds: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_SECONDS,
        description: `${DEFAULT_TIMEOUT_SECONDS} if absent.`,
      },
    },
    required: ["argv"],
    policy: {
      effect: "run_repo_script",
      risk: "medium",
      footprint: { selectors: [{ kind: "opaque_workspace" }] },
      bindings: [{ kind: "command", field: "argv" }],
    },
    async run(argumentsValue, { signal }) {
      const argv = readTexts(argumentsValue, "argv");
      const bounds = { least: 1, most: MAX_TIMEOUT_SECONDS };
      const seconds =
        optionalInteger(argumentsValue, "timeout_seconds", bounds) ?? DEFAULT_TIMEOUT_SECONDS;
      const cwd = await directoryOf(root, optionalText(argumentsValue, "cwd") ?? ".");
      const result = await runCommand(argv, {
        cwd,
        environment: commandEnvironment(environment),
        timeoutMs: seconds * 1000,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        signal,
      });
      return {
        text: tell(result),
        structured: structuredOf(result),
        ...(hasPassed(result) ? {} : { failed: true }),
      };
    },
  });
}

/** The kernel binds no `cwd`, which may be absent: it is held to the tree here. */
async function directoryOf(root: string, text: string): Promise<string> {
  const path = await locateForReading(root, text);
  try {
    await inDirectory(root, path.segments, async () => {});
  } catch {
    throw new ToolProblem(`${path.text} is no directory to run in.`);
  }
  return path.segments.length === 0 ? root : `${root}/${path.text}`;
}

function structuredOf({ end, durationMs, droppedBytes }: CommandResult) {
  return {
    end: end.kind,
    exitCode: end.kind === "exited" ? end.code : null,
    durationMs: Math.round(durationMs),
    droppedBytes,
  };
}

function tell(result: CommandResult): string {
  const { end, durationMs } = result;
  const head = `The command ${endText(result)}, after ${(durationMs / 1000).toFixed(1)} s.`;
  if (end.kind === "not_started") return `The command ${endText(result)}.`;
  const isCut = end.kind === "timed_out" || end.kind === "cancelled";
  const stays = isCut ? " What it had changed until then stays." : "";
  const output = result.output.trimEnd();
  return `${head}${stays}\n${output === "" ? "[no output]" : output}`;
}
