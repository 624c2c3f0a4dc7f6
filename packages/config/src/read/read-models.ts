import * as v from "valibot";
import { CONTEXT_TOKENS } from "../bounds.js";
import type { ModelConfig } from "../perspt-config.js";
import { add, remove, write } from "../words/fix.js";
import { isSecretName } from "../words/secrets.js";
import { writeKey, writePair } from "../words/toml-words.js";
import { checkKeys } from "./check-keys.js";
import { checkUrl } from "./check-url.js";
import { helpFor } from "./field-help.js";
import { choice, MODEL_PROVIDERS, text, variableName, wholeNumber } from "./field-schemas.js";
import { readFields } from "./read-fields.js";
import type { TableScope } from "./table-scope.js";

export const MODEL_FIELDS = {
  provider: choice(MODEL_PROVIDERS),
  model: v.optional(text),
  base_url: v.optional(text),
  api_key_env: v.optional(variableName),
  context_tokens: v.optional(wholeNumber(CONTEXT_TOKENS)),
};

const ROUTE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}$/;

/** Reads the table of one route; null, and reports, where no route can be made of it. */
export function readModel(scope: TableScope): ModelConfig | null {
  checkKeys(scope, Object.keys(MODEL_FIELDS), (key) =>
    isSecretName(key) ? adviseOnKey(scope, key) : null,
  );
  const fields = readFields(scope, MODEL_FIELDS);
  if (fields === null) return null;
  if (fields.base_url !== undefined) checkUrl(scope, "base_url", fields.base_url);
  requireFor(scope, fields.provider);
  return {
    provider: fields.provider,
    model: fields.model ?? null,
    baseUrl: fields.base_url ?? null,
    apiKeyEnv: fields.api_key_env ?? null,
    contextTokens: fields.context_tokens ?? null,
  };
}

/** Reads `[models.NAME]`; empty where there is none. */
export function readModels(scope: TableScope): ReadonlyMap<string, ModelConfig> {
  const models = new Map<string, ModelConfig>();
  for (const [name, value] of Object.entries(scope.table)) {
    if (!ROUTE_NAME.test(name)) reportName(scope, name);
    const table = scope.open([name], value, {
      expected: "a table [models.NAME] for each route",
      fix: remove(writeKey(name)),
    });
    const model = table === null ? null : readModel(table);
    if (model !== null) models.set(name, model);
  }
  return models;
}

function reportName(scope: TableScope, name: string): void {
  scope.problem({
    path: [name],
    code: "invalid_value",
    expected: "1 to 64 letters, digits and _ . : / -, beginning with a letter or digit",
    received: "another name",
    fix: remove(`[models.${writeKey(name)}]`),
  });
}

/** A key has no place here; the name of the variable that holds it has. */
function adviseOnKey(scope: TableScope, key: string): string {
  if (scope.has("api_key_env")) return remove(writeKey(key));
  return write(writePair("api_key_env", "OPENAI_API_KEY"), "and put the key into that variable");
}

/** What a provider cannot do without. */
function requireFor(scope: TableScope, provider: ModelConfig["provider"]): void {
  const required = {
    openai: ["model"],
    anthropic: ["model"],
    google: ["model"],
    openai_compatible: ["model", "base_url"],
    rehearsal: [],
  }[provider];
  for (const key of required.filter((name) => !scope.has(name))) {
    scope.problem({
      path: [key],
      code: "missing_key",
      expected: `${key} for provider "${provider}"`,
      received: "no such key",
      fix: add(writePair(key, helpFor(key)?.example ?? "")),
    });
  }
}
