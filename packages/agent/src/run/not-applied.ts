import { isJsonObject, type JsonObject } from "@perspt/json";
import type { AgentCode } from "../agent-code.js";
import type { AgentEnd } from "./agent-end.js";

/** How a run ends whose accepted change is not, or not wholly, in the person's tree: by what the gate's operation said. */
export async function notApplied(
  { structuredContent = null }: JsonObject,
  change: string,
  keepTheirs: (paths: readonly string[]) => Promise<string>,
): Promise<AgentEnd> {
  const said = isJsonObject(structuredContent) ? structuredContent : {};
  const because =
    typeof said["because"] === "string"
      ? `The change could not be put in place: ${said["because"]}`
      : "The change could not be put in place: the candidate is no longer the one that was decided on.";
  const changed = textsOf(said["paths"]);
  if (changed.length > 0) {
    return { kind: "tree_changed", paths: changed, change, theirs: await keepTheirs(changed) };
  }
  const left = textsOf(said["left"]);
  return left.length > 0
    ? { kind: "partly_applied", paths: left, because, change, theirs: await keepTheirs(left) }
    : { kind: "not_accepted", code: "not_applied" satisfies AgentCode, because, change };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
