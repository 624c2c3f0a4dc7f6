/** The checks of one server, in their order. */
export const SERVER_CHECKS = [
  "program",
  "variables",
  "connection",
  "protocol",
  "capabilities",
  "policies",
  "footprints",
  "subscriptions",
] as const;

export type ServerCheck = (typeof SERVER_CHECKS)[number];
export type CheckName = "configuration" | ServerCheck | "journal" | "terminal";

/** What to do: a line for a shell, TOML to put into the configuration, or a sentence where neither can help. */
export interface Fix {
  readonly kind: "command" | "toml" | "advice";
  readonly text: string;
}

/** What one check says. A warning is worth a look and fails nothing; what fails has a way to mend it. */
export type Outcome =
  | { readonly status: "ok" | "not_reached"; readonly detail: string }
  | {
      readonly status: "warn" | "fail";
      readonly detail: string;
      readonly fixes: readonly [Fix, ...Fix[]];
    };

export type Finding<Name extends CheckName = CheckName> = Outcome & { readonly check: Name };

export function ok(detail: string): Outcome {
  return { status: "ok", detail };
}

export function warn(detail: string, ...fixes: readonly [Fix, ...Fix[]]): Outcome {
  return { status: "warn", detail, fixes };
}

export function fail(detail: string, ...fixes: readonly [Fix, ...Fix[]]): Outcome {
  return { status: "fail", detail, fixes };
}

export function notReached(after: CheckName): Outcome {
  return { status: "not_reached", detail: `because ${after} failed` };
}

export function command(text: string): Fix {
  return { kind: "command", text };
}

export function toml(text: string): Fix {
  return { kind: "toml", text };
}

export function advice(text: string): Fix {
  return { kind: "advice", text };
}
