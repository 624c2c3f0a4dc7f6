import type { NewServer } from "@perspt/config";
import type { Mode } from "@perspt/kernel";
import type { Failure } from "../../output/command-result.js";

/** A server as a command line spells it. */
export interface ServerWords {
  readonly name: string;
  readonly program: readonly string[];
  readonly url: string | null;
  readonly envFrom: readonly string[];
  readonly headerFrom: readonly string[];
  readonly modes: readonly Mode[];
}

export type ServerReading =
  | { readonly kind: "server"; readonly server: NewServer }
  | { readonly kind: "misused"; readonly failure: Failure };

/** The server that is meant. Whether it would load is not asked here. No value of a pair is repeated: it may be a secret (T21). */
export function serverOf(words: ServerWords): ServerReading {
  const { name: id, program, url, modes } = words;
  if (program.length > 0 === (url !== null)) {
    return misused(
      url === null
        ? "A server needs a program to start, or an address."
        : "A server is a program or an address, and cannot be both.",
      `\`perspt mcp add ${id} -- CMD…\` or \`perspt mcp add ${id} --url URL\`.`,
    );
  }
  const foreign = url === null ? words.headerFrom : words.envFrom;
  if (foreign.length > 0) {
    return url === null
      ? misused("A program is sent no headers.", "--env-from TARGET=SOURCE gives it a variable.")
      : misused("An address has no variables.", "--header-from NAME=SOURCE sends it a header.");
  }
  const sources = readPairs(...(url === null ? envPairs(words) : headerPairs(words)));
  if (sources.kind === "misused") return sources;
  const { map } = sources;
  const transport =
    url === null
      ? { kind: "stdio" as const, command: program, environmentSources: map }
      : { kind: "streamable_http" as const, url, headerSources: map };
  return { kind: "server", server: { id, transport, modes, timeoutMs: null } };
}

type Pairs = readonly [option: string, target: string, pairs: readonly string[]];

function envPairs({ envFrom }: ServerWords): Pairs {
  return ["--env-from", "TARGET", envFrom];
}

function headerPairs({ headerFrom }: ServerWords): Pairs {
  return ["--header-from", "NAME", headerFrom];
}

function readPairs(...[option, target, pairs]: Pairs) {
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const end = pair.indexOf("=");
    if (end < 1) {
      return misused(
        `${option}: expected ${target}=SOURCE, received a word without = (not shown).`,
        `SOURCE is the name of the variable that holds the value, such as ${option} ${EXAMPLES[target] ?? ""}.`,
      );
    }
    const name = pair.slice(0, end);
    if (map.has(name)) {
      return misused(`${option} names ${JSON.stringify(name)} more than once.`, "Name it once.");
    }
    map.set(name, pair.slice(end + 1));
  }
  return { kind: "pairs" as const, map };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  TARGET: "DOCS_TOKEN=COMPANY_DOCS_TOKEN",
  NAME: "Authorization=RECORDS_AUTHORIZATION",
};

function misused(message: string, hint: string) {
  return { kind: "misused" as const, failure: { code: "usage", message, hint } };
}
