/** The layer table: who may import whom. The other files of this folder prove it. */

export interface Layer {
  /** Folder in the workspace. */
  readonly folder: string;
  /** Imports go to a strictly lower level. */
  readonly level: number;
  /** Workspace packages that it may import, by name. */
  readonly workspace: readonly string[];
  /** Packages of others that it may import, by name. */
  readonly external: readonly string[];
  /** Node's own modules: none at all for code that must run anywhere. */
  readonly node: boolean;
}

const SDK_CLIENT = "@modelcontextprotocol/client";
const SDK_SERVER = "@modelcontextprotocol/server";

export const LAYERS: Readonly<Record<string, Layer>> = {
  "@perspt/kernel": {
    folder: "packages/kernel",
    level: 0,
    workspace: [],
    external: [],
    node: false,
  },
  "@perspt/json": {
    folder: "packages/json",
    level: 0,
    workspace: [],
    external: ["re2js"],
    node: true,
  },
  "@perspt/text": {
    folder: "packages/text",
    level: 0,
    workspace: [],
    external: [],
    node: false,
  },
  "@perspt/elicitation": {
    folder: "packages/elicitation",
    level: 0,
    workspace: [],
    external: [],
    node: false,
  },
  "@perspt/models": {
    folder: "packages/models",
    level: 0,
    workspace: [],
    external: [
      "@ai-sdk/provider",
      "@ai-sdk/openai",
      "@ai-sdk/anthropic",
      "@ai-sdk/google",
      "@ai-sdk/openai-compatible",
    ],
    node: true,
  },
  "@perspt/journal": {
    folder: "packages/journal",
    level: 1,
    workspace: ["@perspt/json"],
    external: ["valibot"],
    node: true,
  },
  "@perspt/policy": {
    folder: "packages/policy",
    level: 1,
    workspace: ["@perspt/kernel", "@perspt/json"],
    external: [],
    node: true,
  },
  "@perspt/transport": {
    folder: "packages/transport",
    level: 1,
    workspace: ["@perspt/json"],
    external: [SDK_CLIENT],
    node: true,
  },
  "@perspt/mcp-client": {
    folder: "packages/mcp-client",
    level: 2,
    workspace: ["@perspt/transport", "@perspt/elicitation", "@perspt/json"],
    external: [SDK_CLIENT, "valibot"],
    node: true,
  },
  "@perspt/config": {
    folder: "packages/config",
    level: 2,
    workspace: [
      "@perspt/policy",
      "@perspt/kernel",
      "@perspt/transport",
      "@perspt/json",
      "@perspt/text",
    ],
    external: ["smol-toml", "valibot"],
    node: true,
  },
  "@perspt/host": {
    folder: "packages/host",
    level: 3,
    workspace: [
      "@perspt/mcp-client",
      "@perspt/transport",
      "@perspt/config",
      "@perspt/policy",
      "@perspt/kernel",
      "@perspt/journal",
      "@perspt/elicitation",
      "@perspt/json",
    ],
    external: [],
    node: true,
  },
  "@perspt/session": {
    folder: "packages/session",
    level: 4,
    workspace: [
      "@perspt/host",
      "@perspt/models",
      "@perspt/mcp-client",
      "@perspt/policy",
      "@perspt/kernel",
      "@perspt/journal",
      "@perspt/json",
      "@perspt/text",
    ],
    external: [],
    node: true,
  },
  "@perspt/agent": {
    folder: "packages/agent",
    level: 5,
    workspace: [
      "@perspt/session",
      "@perspt/host",
      "@perspt/models",
      "@perspt/mcp-client",
      "@perspt/kernel",
      "@perspt/journal",
      "@perspt/json",
      "@perspt/text",
    ],
    external: ["diff", "minisearch", "re2js"],
    node: true,
  },
  "@perspt/chat-tui": {
    folder: "apps/chat-tui",
    level: 5,
    workspace: [
      "@perspt/session",
      "@perspt/host",
      "@perspt/models",
      "@perspt/mcp-client",
      "@perspt/elicitation",
      "@perspt/json",
      "@perspt/text",
    ],
    external: ["blessed", "marked"],
    node: true,
  },
  perspt: {
    folder: "apps/cli",
    level: 6,
    workspace: [
      "@perspt/agent",
      "@perspt/chat-tui",
      "@perspt/models",
      "@perspt/session",
      "@perspt/host",
      "@perspt/config",
      "@perspt/policy",
      "@perspt/kernel",
      "@perspt/journal",
      "@perspt/elicitation",
      "@perspt/mcp-client",
      "@perspt/transport",
      "@perspt/json",
      "@perspt/text",
    ],
    external: ["yargs", SDK_SERVER],
    node: true,
  },
  "@perspt/examples": {
    folder: "examples",
    level: 7,
    workspace: [
      "@perspt/host",
      "@perspt/config",
      "@perspt/kernel",
      "@perspt/journal",
      "@perspt/elicitation",
      "@perspt/mcp-client",
      "@perspt/json",
      "@perspt/models",
      "@perspt/session",
      "@perspt/text",
    ],
    external: [SDK_SERVER],
    node: true,
  },
};

/** The official MCP SDK stays behind these folders; no type of it is in any other package's API. */
export const SDK_FOLDERS: readonly string[] = [
  "packages/transport/src",
  "packages/mcp-client/src",
  "apps/cli/src/demo",
  "examples/src",
];

export function isSdk(packageName: string): boolean {
  return packageName.startsWith("@modelcontextprotocol/");
}

/** Public entries for the tests of others, each built from the source folder of that name; nothing that runs in production may reach one. */
const TEST_ENTRY = "testing";

export function isTestEntry(subPath: string): boolean {
  return subPath === `./${TEST_ENTRY}`;
}

export function isTestEntrySource(path: string): boolean {
  return path.includes(`/src/${TEST_ENTRY}/`);
}

/** Examples show how to use them. */
export function showsTestEntries(folder: string): boolean {
  return folder === "examples";
}

/** Slow to load: no entry of a package may reach them except through `import()`. */
export function isLoadedLazily(packageName: string): boolean {
  const names = ["re2js", "blessed", "yargs", "ai"];
  return isSdk(packageName) || packageName.startsWith("@ai-sdk/") || names.includes(packageName);
}

/** Only programs own the process: its exit, its console, its standard input and its signals. */
export function ownsTheProcess(folder: string): boolean {
  return folder.startsWith("apps/") || folder === "examples";
}
