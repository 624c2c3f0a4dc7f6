/** An option as the parser and the help know it. */
export type OptionSpec =
  | { readonly type: "flag"; readonly name: string; readonly about: string }
  | {
      readonly type: "text";
      readonly name: string;
      readonly about: string;
      /** The accepted values; null for any text. */
      readonly choices: readonly string[] | null;
    }
  /** May stand there several times, each time with one value. */
  | {
      readonly type: "list";
      readonly name: string;
      readonly about: string;
      readonly choices: readonly string[] | null;
    };

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    type: "text",
    name: "config",
    about: "The configuration file; nothing else is read or merged",
    choices: null,
  },
  { type: "flag", name: "json", about: "One JSON document on standard output" },
  { type: "flag", name: "quiet", about: "No notes on standard error" },
  { type: "flag", name: "verbose", about: "More detail" },
  { type: "flag", name: "no-color", about: "No colours, as NO_COLOR does" },
  { type: "flag", name: "version", about: "The program's version" },
];

/** Declared by the parser itself. */
export const HELP_OPTION: OptionSpec = {
  type: "flag",
  name: "help",
  about: "What a command does",
};

export const MODE_OPTION: OptionSpec = {
  type: "text",
  name: "mode",
  about: "Whose ceiling holds; by default agent where the server lists it, else chat",
  choices: ["agent", "chat"],
};

export const ARGS_OPTION: OptionSpec = {
  type: "text",
  name: "args",
  about: "The arguments as JSON, taken as written, or @FILE",
  choices: null,
};

export const YES_OPTION: OptionSpec = {
  type: "flag",
  name: "yes",
  about: "Answer a question for approval with yes; it never turns a deny into an allow",
};

export const MODEL_OPTION: OptionSpec = {
  type: "text",
  name: "model",
  about: "A [models.NAME] of the configuration, or rehearsal; by default the one of [model]",
  choices: null,
};

export const AGENT_OPTIONS: readonly OptionSpec[] = [
  { type: "text", name: "directory", about: "The project's directory; also -C DIR", choices: null },
  MODEL_OPTION,
  {
    type: "list",
    name: "verify",
    about: "A command that tells whether the work is good, in place of [agent] verify",
    choices: null,
  },
  { type: "text", name: "max-turns", about: "Most turns of the model", choices: null },
  { type: "flag", name: "yes", about: "Apply a change that the verifier passed, without asking" },
  { type: "flag", name: "ask", about: "Ask for calls of medium risk, too" },
  { type: "flag", name: "dry-run", about: "Show the change, and apply nothing" },
];

export const POLICY_OPTION: OptionSpec = {
  type: "text",
  name: "policy",
  about: "A configuration file whose policies are tried on the session's calls",
  choices: null,
};

export const RESOLVE_OPTIONS: readonly OptionSpec[] = [
  { type: "flag", name: "did", about: "It happened" },
  { type: "flag", name: "did-not", about: "It did not happen" },
  { type: "flag", name: "unknown", about: "Nobody can tell; what conflicts with it may run again" },
  {
    type: "flag",
    name: "ask",
    about:
      "Ask the server for the result of the task that the call became; nothing is called again",
  },
  { type: "text", name: "note", about: "How you know; kept with the session", choices: null },
];

export const ADD_OPTIONS: readonly OptionSpec[] = [
  {
    type: "text",
    name: "url",
    about: "The address of a server that is reached by HTTP",
    choices: null,
  },
  {
    type: "list",
    name: "env-from",
    about: "TARGET=SOURCE: the program's variable, and yours that it is read from",
    choices: null,
  },
  {
    type: "list",
    name: "header-from",
    about: "NAME=SOURCE: a header, and your variable that holds its whole value",
    choices: null,
  },
  {
    type: "list",
    name: "mode",
    about: "Who may use the server; agent alone by default, twice for both",
    choices: ["agent", "chat"],
  },
];

export const DRY_RUN_OPTION: OptionSpec = {
  type: "flag",
  name: "dry-run",
  about: "Print what would be written, and write nothing",
};
