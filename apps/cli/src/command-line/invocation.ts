import type { ResolvedRecord } from "@perspt/journal";
import type { Mode } from "@perspt/kernel";

import type { AgentResumeInput, AgentTaskInput } from "../commands/agent/agent-input.js";

/** What a command line asks for, read and checked for form. */
export type Invocation =
  | {
      readonly command: "chat" | "simple-chat";
      /** The name of a configured model; null for the one of `[model]`. */
      readonly model: string | null;
    }
  | ({ readonly command: "agent"; readonly kind: "task" } & AgentTaskInput)
  | ({ readonly command: "agent"; readonly kind: "resume" } & AgentResumeInput)
  /** A task of several words that were not put between quotes. */
  | { readonly command: "agent"; readonly kind: "unquoted"; readonly words: readonly string[] }
  | { readonly command: "mcp list" }
  | {
      readonly command: "mcp inspect";
      /** Server ids; empty for all. */
      readonly servers: readonly string[];
      readonly mode: Mode | null;
    }
  | {
      readonly command: "mcp call";
      readonly operation: string;
      readonly args: string | null;
      readonly pairs: readonly string[];
      readonly mode: Mode | null;
      readonly yes: boolean;
    }
  | {
      readonly command: "mcp explain";
      readonly operation: string;
      readonly args: string | null;
      readonly pairs: readonly string[];
      readonly mode: Mode | null;
    }
  | { readonly command: "mcp policy"; readonly server: string; readonly mode: Mode | null }
  /** Server ids; empty for all. */
  | { readonly command: "mcp doctor"; readonly servers: readonly string[] }
  | { readonly command: "mcp watch"; readonly server: string; readonly mode: Mode | null }
  | {
      readonly command: "mcp add";
      readonly name: string;
      /** The program and its arguments; empty for a server at an address. */
      readonly program: readonly string[];
      readonly url: string | null;
      /** `TARGET=SOURCE` each, as typed. */
      readonly envFrom: readonly string[];
      /** `NAME=SOURCE` each, as typed. */
      readonly headerFrom: readonly string[];
      readonly modes: readonly Mode[];
    }
  | { readonly command: "mcp remove"; readonly name: string }
  | {
      readonly command: "mcp import";
      /** The other program's settings. */
      readonly file: string;
      readonly dryRun: boolean;
    }
  | { readonly command: "journal list" }
  | { readonly command: "journal show"; readonly session: string }
  | { readonly command: "journal verify"; readonly session: string | null }
  | { readonly command: "journal pending" }
  | {
      readonly command: "journal resolve";
      readonly session: string;
      /** As it was typed. */
      readonly seq: string;
      /** Every one that was given; a right line gives one. */
      readonly verdicts: readonly ResolvedRecord["verdict"][];
      /** Whether the server is to be asked, in place of a person. */
      readonly ask: boolean;
      readonly note: string | null;
    }
  | { readonly command: "journal export"; readonly session: string }
  | {
      readonly command: "replay";
      readonly session: string;
      /** A configuration file; null to replay what was recorded. */
      readonly policy: string | null;
    }
  | { readonly command: "config path" }
  | { readonly command: "config check"; readonly file: string | null }
  | { readonly command: "config init" }
  | { readonly command: "config show" }
  | {
      readonly command: "completion";
      /** Null: the shell that the environment names. */
      readonly shell: string | null;
    }
  | { readonly command: "demo" };

/** Options that every command takes. */
export interface GlobalOptions {
  /** What `--config` says; null without it. */
  readonly config: string | null;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
}

/** What became of a command line. */
export type CommandLine =
  | { readonly kind: "run"; readonly invocation: Invocation; readonly globals: GlobalOptions }
  /** No words at all, with the help that it means where nobody sits at a terminal. */
  | { readonly kind: "bare"; readonly help: string; readonly globals: GlobalOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "misused"; readonly message: string; readonly hint: string };
