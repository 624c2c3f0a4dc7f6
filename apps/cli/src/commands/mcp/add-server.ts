import { checkNewServer, type NewServer, addServer as withServer } from "@perspt/config";
import type { Mode } from "@perspt/kernel";
import { isVariableSet } from "../../environment-variables.js";
import type { Machine } from "../../machine/machine.js";
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
  { files, environment }: Pick<Machine, "files" | "environment">,
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
  if (end.kind === "failed") return end.result;
  const variables = [...sourcesOf(server)].map(([target, name]) => ({
    target,
    name,
    set: isVariableSet(environment, name),
  }));
  return added(server, variables, { file: configFile, line: end.line });
}

interface MappedVariable {
  /** What the server knows it as. */
  readonly target: string;
  readonly name: string;
  readonly set: boolean;
}

function sourcesOf({ transport }: NewServer): ReadonlyMap<string, string> {
  return transport.kind === "stdio" ? transport.environmentSources : transport.headerSources;
}

function added(
  { id, modes }: NewServer,
  variables: readonly MappedVariable[],
  place: { readonly file: string; readonly line: number },
): CommandResult {
  const unset = new Set(variables.flatMap(({ name, set }) => (set ? [] : [name])));
  const document = {
    server: id,
    ...place,
    modes,
    variables: variables.map((variable) => ({ ...variable })),
  };
  return success(document, [
    line(`Added ${id} to ${place.file}, line ${place.line}.`),
    ...(unset.size === 0
      ? []
      : [prose(`Set ${[...unset].join(", ")} where perspt starts.`, { tone: "warning" })]),
    prose(
      `Next: \`perspt mcp policy ${id}\`. Nothing of the server is admitted until the file has a policy for each tool.`,
      { tone: "dim" },
    ),
  ]);
}
