import type { UnresolvedField } from "./argument-fields.js";
import { readField, readStringList, unresolvedField } from "./argument-fields.js";
import type { CommandReading } from "./commands.js";
import { readArgv, readCommandLine } from "./commands.js";
import type { ProposalBinding } from "./footprint.js";
import type { TargetReading } from "./network-targets.js";
import { readTarget } from "./network-targets.js";
import type { PathReading } from "./paths.js";
import { readPath } from "./paths.js";
import type { ProposedArguments } from "./proposal.js";

/** One bound argument value, and what it was read as. */
export interface BoundValue<Reading> {
  readonly field: string;
  readonly text: string;
  readonly reading: Reading;
}

/** Every value that the proposal's bindings take from the arguments. */
export interface ResolvedBindings {
  readonly paths: readonly BoundValue<PathReading>[];
  readonly commands: readonly BoundValue<CommandReading>[];
  readonly urls: readonly BoundValue<TargetReading>[];
  /** Bindings whose field is absent, null or of another type; such a call is denied. */
  readonly unresolved: readonly UnresolvedField[];
}

/** Takes the bound values out of a call's arguments. Never throws, whatever the arguments hold. */
export function resolveBindings(
  bindings: readonly ProposalBinding[],
  arguments_: ProposedArguments["value"],
  root: string | null,
): ResolvedBindings {
  const paths: BoundValue<PathReading>[] = [];
  const commands: BoundValue<CommandReading>[] = [];
  const urls: BoundValue<TargetReading>[] = [];
  const unresolved: UnresolvedField[] = [];

  const bind = (target: "path" | "command" | "url", field: string, text: string): void => {
    switch (target) {
      case "path":
        paths.push({ field, text, reading: readPath(text, root) });
        return;
      case "command":
        commands.push({ field, text, reading: readCommandLine(text) });
        return;
      case "url":
        urls.push({ field, text, reading: readTarget(text) });
        return;
    }
  };

  for (const binding of bindings) {
    const { field } = binding;
    const reading = readField(arguments_, field);
    if (reading.kind === "unresolved") {
      unresolved.push(reading.unresolved);
    } else if (binding.kind === "multi_value") {
      const list = readStringList(reading.value, field);
      if (list.kind === "unresolved") unresolved.push(list.unresolved);
      else for (const text of list.value) bind(binding.target, field, text);
    } else if (typeof reading.value === "string") {
      bind(binding.kind, field, reading.value);
    } else {
      // A command may also be a list: one program and its arguments, which no shell will split.
      const words =
        binding.kind === "command" && Array.isArray(reading.value) ? readArgv(reading.value) : null;
      if (words === null) unresolved.push(unresolvedField(field, "is not text").unresolved);
      else commands.push({ field, text: words.join(" "), reading: { kind: "argv", words } });
    }
  }
  return { paths, commands, urls, unresolved };
}
