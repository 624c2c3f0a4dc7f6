import { type Digest, digest, isJsonObject, type JsonObject } from "@perspt/json";
import type { EffectKind, Footprint, RiskClass } from "@perspt/kernel";
import type { AdmittedOperation } from "./admission.js";
import { aliasOf } from "./alias.js";
import { operationName } from "./operation-name.js";

/** Most prompt arguments, and most values of a completion's context (T74). */
export const MAX_ARGUMENT_PAIRS = 64;

export type ClientOperationName =
  | "_perspt_resources_list"
  | "_perspt_resource_templates_list"
  | "_perspt_resource_read"
  | "_perspt_prompts_list"
  | "_perspt_prompt_get"
  | "_perspt_complete";

/** One of the operations that Perspt itself defines over what a server offers besides tools. */
export interface ClientOperation {
  readonly name: ClientOperationName;
  /** The server capability without which the operation does not exist. */
  readonly capability: "resources" | "prompts" | "completions";
  readonly effect: EffectKind;
  /** For the model. Ours, not the server's. */
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** What all six have in common: they only read, and touch nothing that a call could collide over. */
export const CLIENT_OPERATION_RISK: RiskClass = "low";
export const CLIENT_OPERATION_FOOTPRINT: Footprint = { selectors: [] };

const text = (description: string): JsonObject => ({ type: "string", description });
const texts = (description: string): JsonObject => ({
  type: "array",
  items: { type: "string" },
  maxItems: MAX_ARGUMENT_PAIRS,
  description,
});
const exactly = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const page = exactly(
  { cursor: text("The nextCursor of the page before; omit for the first.") },
  [],
);

export const CLIENT_OPERATIONS: readonly ClientOperation[] = [
  {
    name: "_perspt_resources_list",
    capability: "resources",
    effect: "list",
    description: "List the resources that this server offers, one page at a time.",
    inputSchema: page,
  },
  {
    name: "_perspt_resource_templates_list",
    capability: "resources",
    effect: "list",
    description: "List the URI templates of this server's resources, one page at a time.",
    inputSchema: page,
  },
  {
    name: "_perspt_resource_read",
    capability: "resources",
    effect: "data_read",
    description: "Read one resource of this server by its URI.",
    inputSchema: exactly({ uri: text("The resource's URI.") }, ["uri"]),
  },
  {
    name: "_perspt_prompts_list",
    capability: "prompts",
    effect: "list",
    description: "List the prompts that this server offers, one page at a time.",
    inputSchema: page,
  },
  {
    name: "_perspt_prompt_get",
    capability: "prompts",
    effect: "data_read",
    description:
      "Get one prompt of this server. The name and value at the same index form one argument.",
    inputSchema: exactly(
      {
        name: text("The prompt's name."),
        argument_names: texts("Names of the prompt's arguments."),
        argument_values: texts("Their values, as many as there are names."),
      },
      ["name"],
    ),
  },
  {
    name: "_perspt_complete",
    capability: "completions",
    effect: "search",
    description:
      "Ask this server for values that complete an argument of a prompt or URI template.",
    inputSchema: exactly(
      {
        reference_kind: { type: "string", enum: ["prompt", "resource"] },
        reference: text("The prompt's name, or the resource's URI template."),
        argument_name: text("The argument to complete."),
        argument_value: text("What is written of it so far."),
        context_names: texts("Names of arguments that are filled already."),
        context_values: texts("Their values, as many as there are names."),
      },
      ["reference_kind", "reference", "argument_name", "argument_value"],
    ),
  },
];

/** The definition's digest: it changes with ours, never with the server. */
export function clientOperationDigest({ name, description, inputSchema }: ClientOperation): Digest {
  return digest({ name, description, inputSchema });
}

/** The client operations of a server with these capabilities; no policy table is needed for them. */
export function admitClientOperations(
  server: string,
  capabilities: JsonObject,
): readonly AdmittedOperation[] {
  return CLIENT_OPERATIONS.filter(({ capability }) => isAdvertised(capabilities, capability)).map(
    (operation) => ({
      operation: operationName(server, operation.name),
      remoteName: operation.name,
      alias: aliasOf(server, operation.name),
      source: "client",
      effect: operation.effect,
      risk: CLIENT_OPERATION_RISK,
      footprint: CLIENT_OPERATION_FOOTPRINT,
      bindings: [],
      digest: clientOperationDigest(operation),
      rule: "client_operation",
    }),
  );
}

function isAdvertised(capabilities: JsonObject, capability: string): boolean {
  return Object.hasOwn(capabilities, capability) && isJsonObject(capabilities[capability]);
}
