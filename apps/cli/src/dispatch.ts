import type { GlobalOptions, Invocation } from "./command-line/invocation.js";
import type { McpContext } from "./commands/mcp/command-context.js";
import type { Machine } from "./machine/machine.js";
import type { CommandResult } from "./output/command-result.js";
import { findPaths } from "./settings/find-paths.js";

/** Runs one command. Each loads only what it needs: no server's client for `config path`. */
export async function dispatch(
  invocation: Invocation,
  globals: GlobalOptions,
  machine: Machine,
): Promise<CommandResult> {
  const paths = findPaths(machine, globals);
  const mcpContext = async (): Promise<McpContext> => {
    const { createComposition } = await import("./composition.js");
    return { machine, paths, globals, composition: createComposition(machine, paths) };
  };
  switch (invocation.command) {
    case "chat": {
      const { openChat } = await import("./commands/chat/open-chat.js");
      return openChat(invocation, await mcpContext());
    }
    case "simple-chat": {
      const { simpleChat } = await import("./commands/chat/simple-chat.js");
      return simpleChat(invocation, await mcpContext());
    }
    case "agent": {
      const { runAgentCommand } = await import("./commands/agent/agent-command.js");
      return runAgentCommand(invocation, await mcpContext());
    }
    case "mcp list": {
      const { listServers } = await import("./commands/mcp/list-servers.js");
      return listServers(machine, paths);
    }
    case "mcp inspect": {
      const { inspectServers } = await import("./commands/mcp/inspect-servers.js");
      return inspectServers(invocation, await mcpContext());
    }
    case "mcp call": {
      const { callOperation } = await import("./commands/mcp/call-operation.js");
      return callOperation(invocation, await mcpContext());
    }
    case "mcp explain": {
      const { explainOperation } = await import("./commands/mcp/explain-operation.js");
      return explainOperation(invocation, await mcpContext());
    }
    case "mcp policy": {
      const { proposePolicies } = await import("./commands/mcp/propose-policies.js");
      return proposePolicies(invocation, await mcpContext());
    }
    case "mcp watch": {
      const { watchServer } = await import("./commands/mcp/watch-server.js");
      return watchServer(invocation, await mcpContext());
    }
    case "mcp doctor": {
      const { runDoctor } = await import("./commands/mcp/doctor/run-doctor.js");
      return runDoctor(invocation, await mcpContext());
    }
    case "mcp add": {
      const { addServer } = await import("./commands/mcp/add-server.js");
      return addServer(invocation, machine, paths.configFile);
    }
    case "mcp remove": {
      const { removeServer } = await import("./commands/mcp/remove-server.js");
      return removeServer(invocation.name, machine.files, paths.configFile);
    }
    case "mcp import": {
      const { importServers } = await import("./commands/mcp/import-servers.js");
      return importServers(invocation, machine, paths.configFile);
    }
    case "journal list": {
      const { listSessions } = await import("./commands/journal/list-sessions.js");
      return listSessions(paths.stateDirectory);
    }
    case "journal show": {
      const { showSession } = await import("./commands/journal/show-session.js");
      const { session } = invocation;
      return showSession({ session, verbose: globals.verbose }, paths.stateDirectory);
    }
    case "journal verify": {
      const { verifySessions } = await import("./commands/journal/verify-sessions.js");
      return verifySessions(invocation.session, paths.stateDirectory);
    }
    case "journal pending": {
      const { pendingCalls } = await import("./commands/journal/pending-calls.js");
      return pendingCalls(paths.stateDirectory);
    }
    case "journal resolve": {
      if (invocation.ask) {
        const { askServer } = await import("./commands/journal/ask-server.js");
        return askServer(invocation, await mcpContext());
      }
      const { resolveCall } = await import("./commands/journal/resolve-call.js");
      return resolveCall(invocation, { machine, ...paths });
    }
    case "journal export": {
      const { exportSession } = await import("./commands/journal/export-session.js");
      return exportSession(invocation.session, { machine, ...paths });
    }
    case "replay": {
      const { replaySession } = await import("./commands/replay/replay-session.js");
      return replaySession(invocation, machine, paths.stateDirectory);
    }
    case "demo": {
      const { runDemo } = await import("./commands/demo/run-demo.js");
      const { createComposition } = await import("./composition.js");
      return runDemo({
        machine,
        compose: (demoPaths) => createComposition(machine, demoPaths),
      });
    }
    case "config path": {
      const { showPaths } = await import("./commands/config/show-paths.js");
      return showPaths(paths, machine.files);
    }
    case "config check": {
      const { checkConfig } = await import("./commands/config/check-config.js");
      return checkConfig({ file: invocation.file, paths }, machine);
    }
    case "config init": {
      const { initConfig } = await import("./commands/config/init-config.js");
      return initConfig(paths, machine.files);
    }
    case "config show": {
      const { showSettings } = await import("./commands/config/show-config.js");
      return showSettings(paths, machine);
    }
    case "completion": {
      const { completionScript } = await import("./commands/completion/completion-script.js");
      return completionScript({
        shell: invocation.shell,
        environmentShell: machine.environment["SHELL"] ?? null,
      });
    }
  }
}
