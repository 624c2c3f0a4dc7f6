import { resolve } from "node:path";
import type { RawArguments } from "@perspt/host";
import { ARGUMENT_LIMITS } from "@perspt/json";
import type { Machine } from "../machine/machine.js";
import type { Failure } from "../output/command-result.js";
import { isUndecodable, pairsToJson, undecodable } from "./pairs-to-json.js";

export interface ArgumentWords {
  /** What `--args` says: JSON, or `@` and a file's name; null without it. */
  readonly args: string | null;
  readonly pairs: readonly string[];
}

export type ArgumentReading =
  /** Null when no argument was given in any form. */
  | { readonly kind: "read"; readonly arguments: RawArguments | null }
  | { readonly kind: "misused"; readonly failure: Failure };

/** A call's arguments as JSON text. `--args` is passed on as it was written; the host judges what it says. */
export async function readArguments(
  { args, pairs }: ArgumentWords,
  { files, workingDirectory }: Pick<Machine, "files" | "workingDirectory">,
): Promise<ArgumentReading> {
  if (args !== null && pairs.length > 0) {
    return misused("Arguments stand there both as key=value and in --args.", "Use one of the two.");
  }
  if (args === null) {
    if (pairs.length === 0) return { kind: "read", arguments: null };
    const reading = pairsToJson(pairs);
    return reading.kind === "json"
      ? fromText(reading.text)
      : misused(reading.message, reading.hint);
  }
  if (isUndecodable(args)) {
    const { message, hint } = undecodable("The text after --args");
    return misused(message, hint);
  }
  if (!args.startsWith("@")) return fromText(args);
  const path = resolve(workingDirectory, args.slice(1));
  const reading = await files.read(path, ARGUMENT_LIMITS.maxBytes);
  switch (reading.kind) {
    case "read":
      return decode(reading.content, path);
    case "missing":
      return unreadable(path, "there is no such file");
    case "too_large":
      return unreadable(path, `it is larger than ${ARGUMENT_LIMITS.maxBytes} bytes`);
    case "unreadable":
      return unreadable(path, reading.reason);
  }
}

function decode(content: Uint8Array, path: string): ArgumentReading {
  try {
    return fromText(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return unreadable(path, "its bytes are not UTF-8");
  }
}

function fromText(text: string): ArgumentReading {
  return { kind: "read", arguments: { kind: "text", text } };
}

function unreadable(path: string, reason: string): ArgumentReading {
  return misused(
    `The arguments in ${path} cannot be read: ${reason}.`,
    "Name another file after --args @.",
  );
}

function misused(message: string, hint: string): ArgumentReading {
  return { kind: "misused", failure: { code: "unreadable_arguments", message, hint } };
}
