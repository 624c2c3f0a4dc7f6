import type { ModelConfig, PersptConfig } from "@perspt/config";
import { createModelRoute, type ModelChoice, type ModelRoute } from "@perspt/models";
import { nearestWord } from "@perspt/text";
import type { Machine } from "../../machine/machine.js";
import { type CommandResult, failed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";

/** The built-in route, which every configuration has. */
const REHEARSAL = "rehearsal";

export type ModelSelection =
  | {
      readonly kind: "selected";
      readonly name: string;
      /** Every route that can be selected later, by name. */
      readonly models: ReadonlyMap<string, () => ModelRoute>;
    }
  | { readonly kind: "none"; readonly result: CommandResult };

/**
 * The model that the person wants: `--model NAME`, else the one of `[model]`. No server is ever asked about it. Its key is read from the
 * variable that the configuration names, and is in the route alone.
 */
export function chooseModel(
  wanted: string | null,
  config: PersptConfig,
  environment: Machine["environment"],
): ModelSelection {
  const routes = new Map<string, ModelConfig>(config.models);
  if (config.model !== null) routes.set(nameOf(config.model), config.model);
  const models = new Map<string, () => ModelRoute>(
    [...routes].map(([name, model]) => [
      name,
      () => createModelRoute(modelChoice(model, environment)),
    ]),
  );
  if (!models.has(REHEARSAL)) {
    models.set(REHEARSAL, () => createModelRoute({ provider: "rehearsal" }));
  }
  const name = wanted ?? (config.model === null ? null : nameOf(config.model));
  if (name === null) return { kind: "none", result: noModel(config.file) };
  return models.has(name)
    ? { kind: "selected", name, models }
    : { kind: "none", result: unknownModel(name, [...models.keys()]) };
}

/** `[model]` has no name of its own: it is known by its model's. */
function nameOf({ model, provider }: ModelConfig): string {
  return model ?? provider;
}

function modelChoice(config: ModelConfig, environment: Machine["environment"]): ModelChoice {
  const { provider, model, baseUrl, apiKeyEnv, contextTokens } = config;
  if (provider === "rehearsal" || model === null) return { provider: "rehearsal" };
  const apiKey = apiKeyEnv === null ? null : (environment[apiKeyEnv] ?? null);
  return { provider, model, baseUrl, apiKey, apiKeyEnv, contextTokens };
}

function noModel(file: string): CommandResult {
  return failed(EXIT_CODES.configuration, {
    code: "no_model",
    message: `No model is configured in ${file}.`,
    hint: "Add a [model] table, or try --model rehearsal, which needs no model and no network.",
  });
}

function unknownModel(name: string, names: readonly string[]): CommandResult {
  const near = nearestWord(name, names);
  return failed(EXIT_CODES.configuration, {
    code: "unknown_model",
    message: `There is no model ${JSON.stringify(name)}. There are: ${names.join(", ")}.`,
    hint: near === null ? "[models.NAME] tables add models." : `Did you mean --model ${near}?`,
  });
}
