import { type ConfigProblem, type NewServer, toServerId } from "@perspt/config";
import type { Failure } from "../../output/command-result.js";

/** Why a server cannot be written, in the words of the command line that named it. */
export function newServerFailure(
  server: NewServer,
  { code, key, expected, received, fix }: ConfigProblem,
): Failure {
  const place = /^[a-z_]+/.exec(key ?? "")?.[0] ?? "";
  return {
    code,
    message: `${WORDS.get(place) ?? place}: expected ${expected}, received ${received}. Nothing was written.`,
    hint: hintFor(place, code, server, fix),
  };
}

/** The words of the command line, by the keys of the table. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["id", "The name"],
  ["command", "The program"],
  ["url", "--url"],
  ["env_from_env", "--env-from"],
  ["headers_from_env", "--header-from"],
]);

const HELP = "`perspt mcp add --help` shows what is accepted.";

function hintFor(
  place: string,
  code: ConfigProblem["code"],
  { id, transport }: NewServer,
  fix: string,
): string {
  switch (place) {
    case "id": {
      const meant = toServerId(id);
      return meant === "" ? HELP : `Name it ${meant}.`;
    }
    case "command":
      if (code === "secret_in_file") {
        return "Pass the secret by a variable that the program reads: --env-from TARGET=SOURCE.";
      }
      return code === "relative_program"
        ? "Write the program's absolute path, or a bare name that is found in PATH."
        : HELP;
    case "url":
      if (code === "secret_in_file") {
        return "Send the secret in a header: --header-from NAME=SOURCE.";
      }
      return urlHint(fix);
    default: {
      const option = transport.kind === "stdio" ? "--env-from TARGET" : "--header-from NAME";
      return `Put the value into a variable and name that: ${option}=SOURCE.`;
    }
  }
}

/** The configuration's own proposal, which loads, as an option. */
function urlHint(fix: string): string {
  const [, url] = /`url = "([^"`\\]+)"`/.exec(fix) ?? [];
  return url === undefined ? HELP : `Write --url ${url}.`;
}
