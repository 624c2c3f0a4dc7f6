import type { JsonObject, JsonValue } from "@perspt/json";
import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import type { ToolPolicy } from "@perspt/policy";
import type { ModelConfig, PersptConfig, ServerConfig, ServerTransport } from "./perspt-config.js";
import { isSecretName, isSecretValue, secretArguments } from "./words/secrets.js";

const NOT_SHOWN = "(not shown)";

/**
 * A configuration as JSON, in the names of the TOML and with every default. Of secrets there are only the names of variables; an
 * argument or a part of a URL that looks like a secret itself is left out.
 */
export function describeConfig(config: PersptConfig): JsonObject {
  return {
    file: config.file,
    external_tools: config.servers.map(describeServer),
    model: config.model === null ? null : describeModel(config.model),
    models: describeMap(config.models, describeModel),
    chat: {
      show_reasoning: config.chat.showReasoning,
      max_tool_rounds: config.chat.maxToolRounds,
    },
    agent: {
      verify: config.agent.verify.map(hideSecret),
      max_turns: config.agent.maxTurns,
      commands: config.agent.commands.map(hideSecrets),
      hosts: config.agent.hosts,
      critical_effects: config.agent.criticalEffects,
    },
    tui: {
      mouse: config.tui.mouse,
      emoji: config.tui.emoji,
      keys: describeMap(config.tui.keys, (keys) => [...keys]),
    },
  };
}

function describeServer(server: ServerConfig): JsonObject {
  return {
    id: server.id,
    transport: server.transport.kind,
    ...describeTransport(server.transport),
    modes: server.modes,
    timeout_ms: server.timeoutMs,
    max_result_bytes: server.maxResultBytes,
    max_task_wait_ms: server.maxTaskWaitMs,
    roots: server.roots.map(({ uri, name }) => ({ uri, name })),
    sampling: server.sampling,
    max_sampling_tokens: server.maxSamplingTokens,
    elicitation: server.elicitation,
    subscriptions: server.subscriptions,
    resource_subscriptions: server.resourceSubscriptions,
    tasks: server.tasks,
    tools: describeMap(server.policies, describePolicy),
  };
}

function describeTransport(transport: ServerTransport): JsonObject {
  switch (transport.kind) {
    case "stdio":
      return {
        command: hideSecrets(transport.command),
        env_from_env: describeMap(transport.environmentSources, (source) => source),
        max_stderr_bytes: transport.maxStderrBytes,
      };
    case "streamable_http":
      return {
        url: hideQuery(transport.url),
        headers_from_env: describeMap(transport.headerSources, (source) => source),
      };
  }
}

function describePolicy(policy: ToolPolicy): JsonObject {
  return {
    effect: policy.effect,
    risk: policy.risk,
    footprint:
      policy.footprint === null ? null : { selectors: policy.footprint.selectors.map(membersOf) },
    proposal_bindings: policy.proposalBindings.map(membersOf),
    pin: policy.pin,
  };
}

function describeModel(model: ModelConfig): JsonObject {
  return {
    provider: model.provider,
    model: model.model,
    base_url: model.baseUrl === null ? null : hideQuery(model.baseUrl),
    api_key_env: model.apiKeyEnv,
    context_tokens: model.contextTokens,
  };
}

function membersOf(item: FootprintSelector | ProposalBinding): JsonObject {
  return { ...item };
}

function describeMap<Value>(
  map: ReadonlyMap<string, Value>,
  describe: (value: Value) => JsonValue,
): JsonObject {
  return Object.fromEntries([...map].map(([name, value]) => [name, describe(value)]));
}

/** A program's words for people to read: those that look like a secret stand as `(not shown)` (T21). */
export function hideSecrets(words: readonly string[]): string[] {
  const secrets = secretArguments(words);
  return words.map((word, index) => (secrets.includes(index) ? NOT_SHOWN : word));
}

/** A command on one line. */
function hideSecret(line: string): string {
  return secretArguments(line.split(/\s+/)).length > 0 ? NOT_SHOWN : line;
}

function hideQuery(text: string): string {
  const url = new URL(text);
  const isSecret = [...url.searchParams].some(
    ([name, value]) => isSecretName(name) || isSecretValue(value),
  );
  if (!isSecret) return text;
  url.search = "";
  return `${url.href}?${NOT_SHOWN}`;
}
