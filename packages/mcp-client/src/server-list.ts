/** The lists that a server may offer. */
export type ServerListKind = "tools" | "resources" | "resource_templates" | "prompts";

/** How one of them is asked for, and how much of it is read at most. */
export interface ServerList {
  readonly method: string;
  /** What a server has to advertise before it is asked (R8). */
  readonly capability: "tools" | "resources" | "prompts";
  /** The member of a page that holds its entries. */
  readonly member: string;
  /** What an entry is known by: listed twice, it is one entry (G4). */
  readonly identity: string;
  /** For a sentence: `The … list`. */
  readonly name: string;
  readonly maxEntries: number;
}

/** Bounds of one list (T37, T50). */
export const MAX_PAGES = 64;
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
export const MAX_TOOLS = 512;
export const MAX_LISTED = 10_000;

export const SERVER_LISTS: Readonly<Record<ServerListKind, ServerList>> = {
  tools: {
    method: "tools/list",
    capability: "tools",
    member: "tools",
    identity: "name",
    name: "tool",
    maxEntries: MAX_TOOLS,
  },
  resources: {
    method: "resources/list",
    capability: "resources",
    member: "resources",
    identity: "uri",
    name: "resource",
    maxEntries: MAX_LISTED,
  },
  resource_templates: {
    method: "resources/templates/list",
    capability: "resources",
    member: "resourceTemplates",
    identity: "uriTemplate",
    name: "resource template",
    maxEntries: MAX_LISTED,
  },
  prompts: {
    method: "prompts/list",
    capability: "prompts",
    member: "prompts",
    identity: "name",
    name: "prompt",
    maxEntries: MAX_LISTED,
  },
};
