import { resolve } from "node:path";
import { readCommand } from "@perspt/agent";
import type { PersptConfig } from "@perspt/config";
import { newSessionId } from "@perspt/journal";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { chooseModel } from "../chat/choose-model.js";
import type { McpContext } from "../mcp/command-context.js";
import type { AgentTaskInput } from "./agent-input.js";
import { driveAgent } from "./drive-agent.js";

/** Most turns that `--max-turns` can ask for. */
const MAX_TURNS = 1_000;

/** `perspt agent TASK`: a coding task in a candidate of the person's tree. */
export async function runTask(input: AgentTaskInput, context: McpContext): Promise<CommandResult> {
  const { machine, paths } = context;
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest } = loading;
  const task = input.task.trim();
  if (task === "")
    return misused(
      "The task is empty.",
      'Say what is to be done: perspt agent "Fix the failing test".',
    );
  const selection = chooseModel(input.model, config, machine.environment);
  if (selection.kind === "none") return selection.result;
  const verify = readVerifier(input.verify.length > 0 ? input.verify : config.agent.verify);
  if (verify.kind === "unreadable") {
    return misused(verify.message, "Check [agent] verify in the configuration, or --verify.");
  }
  const maxTurns = readTurns(input.maxTurns, config);
  if (maxTurns === null) {
    return misused(
      `--max-turns is ${input.maxTurns}, expected a number from 1 to ${MAX_TURNS}.`,
      "`perspt agent --help` shows what is accepted.",
    );
  }
  const { workingDirectory, clock } = machine;
  const directory = input.directory ?? ".";
  return await driveAgent(
    {
      start: {
        kind: "task",
        session: newSessionId(clock.now()),
        task,
        directory: resolve(workingDirectory, directory),
        verify: verify.commands,
        maxTurns,
      },
      ...input,
      config,
      configDigest: digest,
      selection,
      recordedGrant: null,
    },
    context,
  );
}

type VerifierReading =
  | { readonly kind: "read"; readonly commands: readonly (readonly string[])[] }
  | { readonly kind: "unreadable"; readonly message: string };

function readVerifier(lines: readonly string[]): VerifierReading {
  const commands: (readonly string[])[] = [];
  for (const line of lines) {
    const reading = readCommand(line);
    if (reading.kind === "unreadable") return reading;
    commands.push(reading.words);
  }
  return { kind: "read", commands };
}

/** Null for what is no such number. */
function readTurns(typed: string | null, { agent }: PersptConfig): number | null {
  if (typed === null) return agent.maxTurns;
  const turns = /^[0-9]{1,4}$/.test(typed) ? Number(typed) : 0;
  return turns >= 1 && turns <= MAX_TURNS ? turns : null;
}

function misused(message: string, hint: string): CommandResult {
  return failed(EXIT_CODES.usage, { code: "usage", message, hint });
}
