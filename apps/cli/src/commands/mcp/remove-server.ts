import { removeServer as withoutServer } from "@perspt/config";
import type { Files } from "../../machine/files.js";
import { line, prose } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { openForEdit, writeEdit } from "./edit-config.js";

/** `perspt mcp remove`: takes one server and its policies out of the configuration, in place. */
export async function removeServer(
  id: string,
  files: Files,
  configFile: string,
): Promise<CommandResult> {
  const opened = await openForEdit(files, configFile, "fail");
  if (opened.kind === "failed") return opened.result;
  const policies = opened.config.servers.find((server) => server.id === id)?.policies.size ?? 0;
  const end = await writeEdit(files, opened, withoutServer(opened.text, id));
  if (end.kind === "failed") return end.result;
  const count = policies === 1 ? "1 policy" : `${policies} policies`;
  return success({ server: id, file: configFile, policies }, [
    line(`Removed ${id} from ${configFile}${policies === 0 ? "" : `, with ${count}`}.`),
    prose("What it did stays in the journals.", { tone: "dim" }),
  ]);
}
