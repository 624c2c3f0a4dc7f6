import type { ConfigProblem, ServerConfig } from "@perspt/config";
import type { HostProblem, ServerReport } from "@perspt/host";
import type { CapabilityDescription, Mode } from "@perspt/kernel";

/** Where the program of a server's command was found, if it has one. */
export type ProgramFacts =
  | { readonly kind: "none_needed" }
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "failed"; readonly problem: HostProblem };

/** What became of the subscription that the server's table and its capabilities ask for. */
export type SubscriptionFacts =
  | { readonly kind: "not_asked" }
  | { readonly kind: "acknowledged"; readonly resources: readonly string[] }
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "silent" };

/** Everything that was looked at of one server. Nothing of it was called. */
export interface ServerFacts {
  readonly server: ServerConfig;
  readonly mode: Mode;
  readonly program: ProgramFacts;
  /** What is wrong with the values that the table names. */
  readonly variables: readonly ConfigProblem[];
  /** The variables among them that are unset or empty. */
  readonly missing: readonly string[];
  /** Null where program or variables kept it from being reached. */
  readonly reached: {
    readonly report: ServerReport;
    readonly grant: CapabilityDescription;
    readonly subscription: SubscriptionFacts;
  } | null;
  /** The words that start this program on this configuration. */
  readonly perspt: string;
  /** How the shell of this machine is spoken to. */
  readonly shell: "posix" | "powershell";
}
