import { join } from "node:path";
import { readCandidateRecord } from "@perspt/agent";
import { readJournal } from "@perspt/journal";
import { readCapabilityDescription } from "@perspt/kernel";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { chooseModel } from "../chat/choose-model.js";
import { readSession } from "../journal/read-session.js";
import type { McpContext } from "../mcp/command-context.js";
import type { AgentResumeInput } from "./agent-input.js";
import { driveAgent } from "./drive-agent.js";

/** `perspt agent resume SESSION`: goes on from the journal and the candidate of a run that was stopped or killed. */
export async function resumeSession(
  input: AgentResumeInput,
  context: McpContext,
): Promise<CommandResult> {
  const { machine, paths } = context;
  const { session } = input;
  const loading = await loadConfig(machine.files, paths.configFile);
  if (loading.kind === "failed") return loading.result;
  const { config, digest } = loading;
  const read = readSession(paths.stateDirectory, session);
  if (read.kind === "unreadable") return failed(EXIT_CODES.usage, read.failure);
  const record = await readCandidateRecord(join(paths.candidateDirectory, session));
  if (record === null) {
    return failed(EXIT_CODES.usage, {
      code: "candidate_missing",
      message: `Session ${session} has no candidate in ${paths.candidateDirectory}.`,
      hint: "Its run is over, or never began, or it was no run of the agent. `perspt journal show` tells what it did.",
    });
  }
  const selection = chooseModel(input.model ?? record.model, config, machine.environment);
  if (selection.kind === "none") return selection.result;
  const granted = read.reading.records.findLast((each) => each.type === "grant");
  const grant = granted === undefined ? null : readCapabilityDescription(granted.capability);
  return await driveAgent(
    {
      start: {
        kind: "resume",
        session,
        read: () => readJournal({ stateDirectory: paths.stateDirectory, session }),
      },
      ...input,
      config,
      configDigest: digest,
      selection,
      recordedGrant: grant?.kind === "read" ? grant.description : null,
    },
    context,
  );
}
