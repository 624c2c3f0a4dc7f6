import type { Invocation } from "./invocation.js";
import {
  ADD_OPTIONS,
  AGENT_OPTIONS,
  ARGS_OPTION,
  DRY_RUN_OPTION,
  MODE_OPTION,
  MODEL_OPTION,
  type OptionSpec,
  POLICY_OPTION,
  RESOLVE_OPTIONS,
  YES_OPTION,
} from "./option-specs.js";
import { readAgent } from "./read-agent.js";
import type { ReadWords } from "./read-words.js";

/** One command as the parser and the help know it. */
export interface CommandSpec {
  /** `["mcp", "call"]`. */
  readonly path: readonly string[];
  /** Its words in yargs' spelling: `<operation> [pairs..]`. */
  readonly words: string;
  readonly about: string;
  readonly options: readonly OptionSpec[];
  /** Whole lines, as they would be typed. */
  readonly examples: readonly string[];
  readonly read: (words: ReadWords) => Invocation;
}

export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  mcp: "Servers, their admitted operations, and governed calls",
  journal: "What was decided and done",
  config: "The configuration file",
};

/** Every command. The help, the parser, the suggestions and the completion are made from this list. */
export const COMMAND_SPECS: readonly CommandSpec[] = [
  {
    path: ["chat"],
    words: "",
    about: "A chat in the terminal, with the tools that a chat may use",
    options: [MODEL_OPTION],
    examples: ["perspt chat --model rehearsal     # no model, no network: to try the keys"],
    read: (words) => ({ command: "chat", model: words.text("model") }),
  },
  {
    path: ["simple-chat"],
    words: "",
    about: "A chat line by line, without servers: for pipes and screen readers",
    options: [MODEL_OPTION],
    examples: ['echo "What is a capability?" | perspt simple-chat'],
    read: (words) => ({ command: "simple-chat", model: words.text("model") }),
  },
  {
    path: ["agent"],
    words: "<task> [session]",
    about: "A coding task, carried out in a copy of the project and applied when it is accepted",
    options: AGENT_OPTIONS,
    examples: [
      'perspt agent "Make the failing test pass" --verify "npm test"',
      'perspt agent "Rename Foo to Bar" -C ../project --yes     # no question, if the verifier passed',
      "perspt agent resume SESSION     # goes on after a stop or a crash",
    ],
    read: readAgent,
  },
  {
    path: ["mcp", "list"],
    words: "",
    about: "The configured servers; connects to nothing",
    options: [],
    examples: [],
    read: () => ({ command: "mcp list" }),
  },
  {
    path: ["mcp", "inspect"],
    words: "[servers..]",
    about: "Connect, and show what is admitted, what is not, and by which rule",
    options: [MODE_OPTION],
    examples: [],
    read: (words) => ({
      command: "mcp inspect",
      servers: words.list("servers"),
      mode: words.mode("mode"),
    }),
  },
  {
    path: ["mcp", "call"],
    words: "<operation> [arguments..]",
    about: "One governed call; arguments as key=value or with --args",
    options: [ARGS_OPTION, MODE_OPTION, YES_OPTION],
    examples: [
      "perspt mcp call mcp.docs.search query=typescript limit=3",
      `perspt mcp call mcp.docs.search version='"1.0"'     # a string, not a number`,
      `perspt mcp call mcp.docs.search --args '{"query":"x","tags":["a"]}'`,
      "perspt mcp call mcp.docs.search --args @arguments.json",
    ],
    read: (words) => ({
      command: "mcp call",
      operation: words.required("operation"),
      args: words.text("args"),
      pairs: words.list("arguments"),
      mode: words.mode("mode"),
      yes: words.flag("yes"),
    }),
  },
  {
    path: ["mcp", "explain"],
    words: "<operation> [arguments..]",
    about: "What would be decided about a call, and why; calls nothing",
    options: [ARGS_OPTION, MODE_OPTION],
    examples: [],
    read: (words) => ({
      command: "mcp explain",
      operation: words.required("operation"),
      args: words.text("args"),
      pairs: words.list("arguments"),
      mode: words.mode("mode"),
    }),
  },
  {
    path: ["mcp", "policy"],
    words: "<server>",
    about: "A policy table for each tool of a server, commented out, to review; grants nothing",
    options: [MODE_OPTION],
    examples: [],
    read: (words) => ({
      command: "mcp policy",
      server: words.required("server"),
      mode: words.mode("mode"),
    }),
  },
  {
    path: ["mcp", "watch"],
    words: "<server>",
    about: "What a server tells by itself, until interrupted; calls nothing",
    options: [MODE_OPTION],
    examples: ["perspt mcp watch docs --json     # one event a line"],
    read: (words) => ({
      command: "mcp watch",
      server: words.required("server"),
      mode: words.mode("mode"),
    }),
  },
  {
    path: ["mcp", "doctor"],
    words: "[servers..]",
    about: "Every check from the file to admitted operations, with the fix for what fails",
    options: [],
    examples: [],
    read: (words) => ({ command: "mcp doctor", servers: words.list("servers") }),
  },
  {
    path: ["mcp", "add"],
    words: "<name> [program..]",
    about: "Write a server into the configuration; starts and grants nothing",
    options: ADD_OPTIONS,
    examples: [
      "perspt mcp add docs --env-from DOCS_TOKEN=COMPANY_DOCS_TOKEN -- company-docs-mcp --stdio",
      "perspt mcp add records --url https://tools.example.test/mcp --header-from Authorization=RECORDS_AUTHORIZATION",
    ],
    read: (words) => ({
      command: "mcp add",
      name: words.required("name"),
      program: words.list("program"),
      url: words.text("url"),
      envFrom: words.list("env-from"),
      headerFrom: words.list("header-from"),
      modes: words.modes("mode"),
    }),
  },
  {
    path: ["mcp", "remove"],
    words: "<name>",
    about: "Take a server and its policies out of the configuration",
    options: [],
    examples: [],
    read: (words) => ({ command: "mcp remove", name: words.required("name") }),
  },
  {
    path: ["mcp", "import"],
    words: "<file>",
    about: "Add the servers of another program's settings; values become the names of variables",
    options: [DRY_RUN_OPTION],
    examples: [
      "perspt mcp import ~/.cursor/mcp.json --dry-run     # mcpServers: Claude, Cursor and others",
      "perspt mcp import .vscode/mcp.json                 # servers: VS Code",
      "perspt mcp import ~/.codex/config.toml             # [mcp_servers.NAME]: Codex",
    ],
    read: (words) => ({
      command: "mcp import",
      file: words.required("file"),
      dryRun: words.flag("dry-run"),
    }),
  },
  {
    path: ["journal", "list"],
    words: "",
    about: "The recorded sessions, newest first",
    options: [],
    examples: [],
    read: () => ({ command: "journal list" }),
  },
  {
    path: ["journal", "show"],
    words: "<session>",
    about: "A session's calls: decision, outcome, and what is in doubt",
    options: [],
    examples: [],
    read: (words) => ({ command: "journal show", session: words.required("session") }),
  },
  {
    path: ["journal", "verify"],
    words: "[session]",
    about: "Check every record's hash, of one session or of all",
    options: [],
    examples: [],
    read: (words) => ({ command: "journal verify", session: words.text("session") }),
  },
  {
    path: ["journal", "pending"],
    words: "",
    about: "Every call in doubt: what it may have touched, and how to settle it",
    options: [],
    examples: [],
    read: () => ({ command: "journal pending" }),
  },
  {
    path: ["journal", "resolve"],
    words: "<session> <seq>",
    about: "Say of a call in doubt whether it happened, or ask its server",
    options: RESOLVE_OPTIONS,
    examples: [
      'perspt journal resolve SESSION 6 --did-not --note "no such row"',
      "perspt journal resolve SESSION 6 --ask     # the result of the task that the call became",
    ],
    read: (words) => ({
      command: "journal resolve",
      session: words.required("session"),
      seq: words.required("seq"),
      verdicts: [
        ...(words.flag("did") ? (["did"] as const) : []),
        ...(words.flag("did-not") ? (["did_not"] as const) : []),
        ...(words.flag("unknown") ? (["unknown"] as const) : []),
      ],
      ask: words.flag("ask"),
      note: words.text("note"),
    }),
  },
  {
    path: ["journal", "export"],
    words: "<session>",
    about: "A session as JSON lines for a bug report, without secrets and task ids",
    options: [],
    examples: ["perspt journal export SESSION > session.jsonl"],
    read: (words) => ({ command: "journal export", session: words.required("session") }),
  },
  {
    path: ["replay"],
    words: "<session>",
    about: "Decide a recorded session again, and take its outcomes from the record",
    options: [POLICY_OPTION],
    examples: [
      "perspt replay SESSION --policy stricter.toml     # what another policy would have stopped",
    ],
    read: (words) => ({
      command: "replay",
      session: words.required("session"),
      policy: words.text("policy"),
    }),
  },
  {
    path: ["config", "path"],
    words: "",
    about: "Where the configuration and the journals are",
    options: [],
    examples: [],
    read: () => ({ command: "config path" }),
  },
  {
    path: ["config", "check"],
    words: "[file]",
    about: "Everything that is wrong with a configuration file",
    options: [],
    examples: [],
    read: (words) => ({ command: "config check", file: words.text("file") }),
  },
  {
    path: ["config", "init"],
    words: "",
    about: "Write a first, commented configuration file",
    options: [],
    examples: [],
    read: () => ({ command: "config init" }),
  },
  {
    path: ["config", "show"],
    words: "",
    about: "Every setting that holds, and where it comes from; no secret",
    options: [],
    examples: [],
    read: () => ({ command: "config show" }),
  },
  {
    path: ["demo"],
    words: "",
    about: "The whole journey, offline, on a bundled server",
    options: [],
    examples: [],
    read: () => ({ command: "demo" }),
  },
  {
    path: ["completion"],
    words: "[shell]",
    about: "A completion script for bash or zsh",
    options: [],
    examples: ['eval "$(perspt completion bash)"'],
    read: (words) => ({ command: "completion", shell: words.text("shell") }),
  },
];
