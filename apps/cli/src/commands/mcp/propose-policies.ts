import type { ServerReport } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import { isRemoteName, policyTable, proposePolicy, tomlString } from "@perspt/policy";
import { sanitizeForTerminal } from "@perspt/text";
import { code } from "../../output/blocks.js";
import { type CommandResult, failed, success } from "../../output/command-result.js";
import { exitCodeOfServerFailure } from "../../output/exit-codes.js";
import { chooseServer, type ServerInput } from "./choose-server.js";
import type { McpContext } from "./command-context.js";
import { problemOfServer } from "./server-problem.js";

/** Longest description that is shown of a tool, in characters. */
const MAX_DESCRIPTION = 160;

/** `perspt mcp policy`: what a person may start from when they classify a server's tools. All of it is commented out. */
export async function proposePolicies(
  input: ServerInput,
  context: McpContext,
): Promise<CommandResult> {
  const choice = await chooseServer(input, context);
  if (choice.kind === "none") return choice.result;
  const { server, mode, config, digest } = choice;
  const { machine, composition } = context;
  const { host } = composition.openHost({
    mode,
    servers: [server],
    config,
    configDigest: digest,
    approvals: null,
  });
  const done = machine.progress.begin(`connecting to ${server.id}`);
  try {
    const [report] = await host.discover(machine.signal).finally(done);
    if (report === undefined) throw new TypeError("the host reports each of its servers");
    if (report.error !== null) {
      const problem = problemOfServer(server.id, report.error);
      return failed(exitCodeOfServerFailure(problem.code), problem);
    }
    const tools = toolsOf(report, new Set(server.policies.keys()));
    return success({ server: server.id, tools: tools.map(document) }, [
      code(text(server.id, tools), 0),
    ]);
  } finally {
    await host.close();
  }
}

interface ProposedTool {
  readonly remoteName: string;
  readonly state: "declared" | "proposed" | "impossible";
  /** The table as it would stand in the file; empty where there is none to propose. */
  readonly toml: string;
  /** One sentence each, for a person. */
  readonly remarks: readonly string[];
}

function toolsOf(report: ServerReport, declared: ReadonlySet<string>): readonly ProposedTool[] {
  return report.tools.map((tool) => {
    const { name: remoteName } = tool;
    if (declared.has(remoteName)) {
      return { remoteName, state: "declared", toml: "", remarks: ["It has a table already."] };
    }
    const rejected = report.rejected.find((each) => each.remoteName === remoteName);
    // What no policy can change stands before the policy in the order of the rules.
    if (!isRemoteName(remoteName) || rejected?.code !== "undeclared_tool") {
      const remarks = [rejected?.reason ?? "No policy can admit it."];
      return { remoteName, state: "impossible", toml: "", remarks };
    }
    const { policy, remarks } = proposePolicy(tool);
    const described = descriptionOf(tool.definition);
    return {
      remoteName,
      state: "proposed",
      toml: policyTable(remoteName, policy),
      remarks: [...(described === null ? [] : [`The server says: ${described}`]), ...remarks],
    };
  });
}

function descriptionOf({ description }: JsonObject): string | null {
  return typeof description === "string" && description.trim() !== ""
    ? tomlString(description.trim().slice(0, MAX_DESCRIPTION))
    : null;
}

/**
 * TOML of which every line is a comment. Taking `# ` off the lines of a table makes it the user's word; its remarks stay comments.
 */
function text(server: string, tools: readonly ProposedTool[]): string {
  const heading = [
    `# # Tools of ${server}, to be classified by you. Nothing here grants anything: review a table, take the "# " off its lines,`,
    `# # and put it under [[external_tools]] id = ${tomlString(server)}. What a server says is in quotes, and is its own word alone.`,
  ];
  const parts = tools.map(({ remoteName, toml, remarks }) => {
    const lines = remarks.map((remark) => `# # ${oneLine(remark)}`);
    return toml === ""
      ? [`# # ${tomlString(remoteName)}`, ...lines].join("\n")
      : [...lines, ...toml.split("\n").map((line) => `# ${line}`)].join("\n");
  });
  return [heading.join("\n"), ...parts].join("\n\n");
}

function oneLine(remark: string): string {
  return sanitizeForTerminal(remark).replaceAll("\n", " ");
}

function document({ remoteName, state, toml, remarks }: ProposedTool): JsonObject {
  return { remoteName, state, toml, remarks };
}
