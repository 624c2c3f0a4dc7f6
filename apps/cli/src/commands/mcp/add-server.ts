import { checkNewServer, type NewServer, addServer as withServer } from "@perspt/config";
import type { Mode } from "@perspt/kernel";
import type { Files } from "../../machine/files.js";
import { line, prose } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { openForEdit, writeEdit } from "./edit-config.js";
import { type ServerWords, serverOf } from "./server-of-words.js";
import { newServerFailure } from "./server-words-failure.js";

export interface AddInput extends ServerWords {
  readonly modes: readonly Mode[];
}

/** `perspt mcp add`: writes one server into the configuration, in place. Starts nothing and grants nothing. */
export async function addServer(
  input: AddInput,
  files: Files,
  configFile: string,
): Promise<CommandResult> {
  const reading = serverOf(input);
  if (reading.kind === "misused") return failed(EXIT_CODES.usage, reading.failure);
  const { server } = reading;
  const [problem] = checkNewServer(server);
  if (problem !== undefined) return failed(EXIT_CODES.usage, newServerFailure(server, problem));
  const opened = await openForEdit(files, configFile, "begin");
  if (opened.kind === "failed") return opened.result;
  const end = await writeEdit(files, opened, withServer(opened.text, server));
  return end.kind === "failed" ? end.result : added(server, configFile, end.line);
}

function added({ id, transport, modes }: NewServer, file: string, at: number): CommandResult {
  const sources =
    transport.kind === "stdio" ? transport.environmentSources : transport.headerSources;
  const variables = [...new Set(sources.values())];
  return success({ server: id, file, line: at, modes, variables }, [
    line(`Added ${id} to ${file}, line ${at}.`),
    ...(variables.length === 0
      ? []
      : [prose(`Set ${variables.join(", ")} where perspt starts.`, { tone: "dim" })]),
    prose(
      `Next: \`perspt mcp policy ${id}\`. Nothing of the server is admitted until the file has a policy for each tool.`,
      { tone: "dim" },
    ),
  ]);
}
