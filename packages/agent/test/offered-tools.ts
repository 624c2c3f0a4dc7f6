import type { OfferedOperation } from "@perspt/host";
import { digest, type JsonObject } from "@perspt/json";

/** An operation of a server as a host offers it once it is admitted. */
export function offeredTool(
  server: string,
  name: string,
  description: string,
  over: Partial<OfferedOperation> = {},
): OfferedOperation {
  const operation = `mcp.${server}.${name}`;
  const identity = digest({ operation, description });
  return {
    operation,
    remoteName: name,
    alias: `mcp__${server}__${name.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`,
    source: "tool",
    effect: "data_read",
    risk: "low",
    footprint: { selectors: [] },
    bindings: [],
    digest: identity,
    rule: "policy",
    description,
    inputSchema: { type: "object" },
    binding: {
      epoch: 1,
      endpointIdentity: identity,
      policyDigest: identity,
      toolDigest: identity,
    },
    ...over,
  };
}

const VERBS = ["list", "get", "create", "update", "delete", "search", "archive", "export"] as const;
const THINGS: readonly (readonly [server: string, thing: string, fields: readonly string[]])[] = [
  ["tracker", "issue", ["project", "title", "assignee", "labels"]],
  ["tracker", "milestone", ["project", "title", "due_date"]],
  ["forge", "pull_request", ["repository", "branch", "title", "draft"]],
  ["forge", "release", ["repository", "tag", "notes"]],
  ["forge", "workflow_run", ["repository", "workflow", "branch"]],
  ["docs", "page", ["space", "title", "body"]],
  ["docs", "comment", ["page", "body"]],
  ["crm", "customer", ["name", "email", "segment"]],
  ["crm", "invoice", ["customer", "amount", "currency", "due_date"]],
  ["crm", "subscription", ["customer", "plan", "seats"]],
  ["mail", "message", ["folder", "subject", "from", "to"]],
  ["mail", "thread", ["folder", "subject"]],
  ["calendar", "event", ["calendar", "title", "start", "end"]],
  ["calendar", "room", ["building", "floor", "seats"]],
  ["metrics", "dashboard", ["title", "panels", "folder"]],
  ["metrics", "alert", ["name", "query", "threshold"]],
  ["database", "table", ["schema", "name", "columns"]],
  ["database", "query", ["sql", "parameters", "limit"]],
  ["storage", "bucket", ["name", "region", "class"]],
  ["storage", "object", ["bucket", "key", "content_type"]],
  ["cluster", "deployment", ["namespace", "name", "replicas", "image"]],
  ["cluster", "pod", ["namespace", "selector"]],
  ["design", "component", ["file", "name", "variant"]],
  ["design", "frame", ["file", "name", "scale"]],
  ["files", "folder", ["path", "recursive"]],
];

/** Two hundred tools of a dozen servers, with descriptions and schemas of the length that such servers have. */
export function twoHundredTools(): readonly OfferedOperation[] {
  return THINGS.flatMap(([server, thing, fields]) =>
    VERBS.map((verb) => {
      const words = thing.replaceAll("_", " ");
      const description = `${verb[0]?.toUpperCase()}${verb.slice(1)} one or more ${words} records in ${server}. Use this when the person asks to ${verb} a ${words}. Returns the matching ${words} records with their identifiers, or an error when the ${words} cannot be found or may not be seen.`;
      return offeredTool(server, `${verb}_${thing}`, description, {
        inputSchema: schemaOf(words, fields),
      });
    }),
  );
}

function schemaOf(words: string, fields: readonly string[]): JsonObject {
  return {
    type: "object",
    properties: {
      id: { type: "string", description: `Identifier of the ${words}.` },
      ...Object.fromEntries(
        fields.map((field) => [
          field,
          {
            type: "string",
            description: `The ${field.replaceAll("_", " ")} of the ${words}; exact match unless a wildcard is given.`,
          },
        ]),
      ),
      page_size: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    },
    required: ["id"],
    additionalProperties: false,
  };
}
