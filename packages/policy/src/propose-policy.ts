import { isJsonObject, type JsonObject, lintSchema, resolveField } from "@perspt/json";
import {
  type Access,
  type EffectKind,
  type FootprintSelector,
  isReadOnlyEffect,
  type ProposalBinding,
} from "@perspt/kernel";
import type { ListedTool } from "./admission.js";
import type { ToolPolicy } from "./tool-policy.js";

/** What a person may start from when they classify a tool. It is nobody's word but theirs that counts: it grants nothing. */
export interface PolicyProposal {
  readonly policy: ToolPolicy;
  /** Sentences for the person: what the proposal was read from, and what to look at. */
  readonly remarks: readonly string[];
}

/** Most arguments that are looked at for a footprint. */
const MAX_FIELDS = 64;

/** Names that begin with one of these words usually change nothing; every other tool is taken to change something. */
const READING_WORDS: ReadonlyMap<string, EffectKind> = new Map([
  ["search", "search"],
  ["find", "search"],
  ["query", "search"],
  ["lookup", "search"],
  ["list", "list"],
  ["get", "data_read"],
  ["read", "data_read"],
  ["show", "data_read"],
  ["describe", "data_read"],
  ["view", "data_read"],
  ["resolve", "data_read"],
]);

/** A name that holds one of these does more than it reads, whatever it begins with. */
const CHANGING_WORDS: ReadonlySet<string> = new Set(
  "add append apply approve cancel clear close commit create delete deploy drop edit execute exec insert kill merge move post publish push put remove rename replace reset run send set shell start stop submit sync update upload write".split(
    " ",
  ),
);

const COMMAND_WORDS: ReadonlySet<string> = new Set(["exec", "execute", "shell", "run", "command"]);

const PATH_FIELD = /^(?:.*[_-])?(?:path|file|filename|filepath|directory|dir|folder|cwd)s?$/i;
const URL_FIELD = /^(?:.*[_-])?(?:url|uri|endpoint)s?$/i;
const COMMAND_FIELD = /^(?:command|cmd|argv)$/i;

/**
 * A policy for a tool, read conservatively: from its name and its schema, downwards only. What the server says of itself (annotations)
 * is repeated as a remark and followed nowhere (T10, T46).
 */
export function proposePolicy(tool: ListedTool): PolicyProposal {
  const words = wordsOf(tool.name);
  const effect = effectOf(words);
  const reads = isReadOnlyEffect(effect);
  const { selectors, bindings } = touchedBy(tool, reads ? "read" : "write");
  const footprint =
    reads || selectors.length > 0 ? selectors : [{ kind: "opaque_workspace" as const }];
  return {
    policy: {
      effect,
      risk: reads ? "medium" : "high",
      footprint: { selectors: footprint },
      proposalBindings: bindings,
      pin: null,
    },
    remarks: [
      reads
        ? "Its name says that it reads. Check that it does nothing else."
        : "Taken to change something. Lower effect and risk if you know better.",
      ...(selectors.length === 0 && !reads
        ? [
            "opaque_workspace conflicts with everything: name what it writes, so that other calls can run beside it.",
          ]
        : []),
      ...bindings.flatMap(remarkOnScope),
      ...hintsOf(tool.definition),
    ],
  };
}

function effectOf(words: readonly string[]): EffectKind {
  if (words.some((word) => COMMAND_WORDS.has(word))) return "run_shell";
  if (words.some((word) => CHANGING_WORDS.has(word))) return "data_write";
  return READING_WORDS.get(words[0] ?? "") ?? "data_write";
}

/** `getUser_by-id` is get, user, by, id. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function touchedBy(
  { definition }: ListedTool,
  access: Access,
): {
  readonly selectors: readonly FootprintSelector[];
  readonly bindings: readonly ProposalBinding[];
} {
  const selectors: FootprintSelector[] = [];
  const bindings: ProposalBinding[] = [];
  for (const { field, type } of fieldsOf(definition["inputSchema"])) {
    const target = PATH_FIELD.test(field)
      ? "path"
      : COMMAND_FIELD.test(field)
        ? "command"
        : URL_FIELD.test(field)
          ? "url"
          : null;
    if (target === null) continue;
    if (target === "path") selectors.push({ kind: "path_argument", field, access });
    bindings.push(
      type === "string" ? { kind: target, field } : { kind: "multi_value", field, target },
    );
  }
  return { selectors, bindings };
}

/** The arguments that a footprint may name: text, or a list of it, whenever they are there. */
function fieldsOf(schema: unknown) {
  if (!isJsonObject(schema) || lintSchema(schema, { purpose: "input" }).kind !== "ok") return [];
  const properties = schema["properties"];
  return Object.keys(isJsonObject(properties) ? properties : {})
    .slice(0, MAX_FIELDS)
    .flatMap((field) => {
      const resolution = resolveField(schema, field);
      return resolution.kind === "found" ? [{ field, type: resolution.type }] : [];
    });
}

/** A bound value has to lie in a scope, and an empty scope lets nothing through. */
function remarkOnScope(binding: ProposalBinding): readonly string[] {
  const target = binding.kind === "multi_value" ? binding.target : binding.kind;
  switch (target) {
    case "path":
      return [
        `${JSON.stringify(binding.field)} has to lie in a directory of roots, or in the agent's workspace.`,
      ];
    case "command":
      return [
        `${JSON.stringify(binding.field)} has to start with one of commands in the [agent] table.`,
      ];
    case "url":
      return [`${JSON.stringify(binding.field)} has to go to one of hosts in the [agent] table.`];
  }
}

/** What the server claims. */
function hintsOf({ annotations }: JsonObject): readonly string[] {
  if (!isJsonObject(annotations)) return [];
  const claims = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].flatMap(
    (name) => (typeof annotations[name] === "boolean" ? [`${name} = ${annotations[name]}`] : []),
  );
  return claims.length === 0
    ? []
    : [`The server claims ${claims.join(", ")}. Nothing is made of it.`];
}
