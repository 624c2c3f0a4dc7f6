import type { CommandSpec } from "./command-spec.js";
import { MCP_COMMANDS } from "./mcp-commands.js";
import { AGENT_OPTIONS, MODEL_OPTION, POLICY_OPTION, RESOLVE_OPTIONS } from "./option-specs.js";
import { readAgent } from "./read-agent.js";

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
  ...MCP_COMMANDS,
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
