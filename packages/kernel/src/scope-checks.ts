import type { ArgumentsContext, Verdict } from "./check.js";
import { fail, pass } from "./check.js";
import { startsWithWords } from "./commands.js";
import { directoriesFor } from "./granted-paths.js";
import { listForSentence, quote } from "./quote.js";
import type { ResolvedLink } from "./snapshot.js";

/** Every bound path lies in a directory granted for this provider, by segments, as written and as the links resolve it (T55, T73). */
export function checkPathScope({ snapshot, proposal, call }: ArgumentsContext): Verdict {
  const { paths } = call.bindings;
  if (paths.length === 0) return pass("The policy binds no path.");
  const inputs = { argumentsDigest: call.argumentsDigest };
  const directories = directoriesFor(proposal.provider, snapshot.grant.paths);
  const granted = directories.listed;
  for (const { field, text, reading } of paths) {
    const subject = `The path ${quote(text)} in ${quote(field)}`;
    if (reading.kind === "unreadable") {
      return fail(
        `${subject} ${reading.because}.`,
        `A plain absolute path inside the granted directories: ${granted}.`,
        inputs,
      );
    }
    const crossedLink = reading.crossed.find((directory) => realPathOf(directory, snapshot.links));
    if (crossedLink !== undefined) {
      return fail(
        `${subject} leaves the link ${quote(crossedLink)} by "..", so it is not where it seems to be.`,
        "A path without .. after a link.",
        inputs,
      );
    }
    const places = [reading.path, ...listOf(realPathOf(reading.path, snapshot.links))];
    const outside = places.find((place) => !directories.hold(place));
    if (outside !== undefined) {
      return fail(
        outside === reading.path
          ? `${subject} is outside the granted directories: ${granted}.`
          : `${subject} is a link to ${quote(outside)}, outside the granted directories: ${granted}.`,
        directories.isEmpty
          ? "A grant with a directory for this provider: roots of the server in chat, the workspace of the agent."
          : `A path inside the granted directories: ${granted}.`,
        inputs,
      );
    }
  }
  return pass(`Every bound path is inside the granted directories: ${granted}.`, inputs);
}

/** Every bound command starts with a granted argv prefix, word by word. */
export function checkCommandScope({ snapshot, call }: ArgumentsContext): Verdict {
  const { commands } = call.bindings;
  if (commands.length === 0) return pass("The policy binds no command.");
  const inputs = { argumentsDigest: call.argumentsDigest };
  const prefixes = snapshot.grant.commands;
  const granted = listForSentence(prefixes, (words) => quote(words.join(" ")));
  const nearestAllow = `A command that starts with a granted prefix (${granted}), or a longer list in commands of the [agent] table.`;
  for (const { field, text, reading } of commands) {
    const subject = `The command ${quote(text)} in ${quote(field)}`;
    if (reading.kind === "unreadable") {
      return fail(`${subject} ${reading.because}.`, nearestAllow, inputs);
    }
    if (!prefixes.some((prefix) => startsWithWords(reading.words, prefix))) {
      return fail(`${subject} starts with no granted prefix: ${granted}.`, nearestAllow, inputs);
    }
  }
  return pass(`Every bound command starts with a granted prefix: ${granted}.`, inputs);
}

/** Every bound URL goes to a granted host. The sentence names the host alone: the rest of a URL may hold a secret. */
export function checkNetworkScope({ snapshot, call }: ArgumentsContext): Verdict {
  const { urls } = call.bindings;
  if (urls.length === 0) return pass("The policy binds no URL.");
  const inputs = { argumentsDigest: call.argumentsDigest };
  const { hosts } = snapshot.grant;
  const granted = listForSentence(hosts, quote);
  const nearestAllow = `A URL of a granted host (${granted}), or a longer list in hosts of the [agent] table.`;
  for (const { field, reading } of urls) {
    if (reading.kind === "unreadable") {
      return fail(`The URL in ${quote(field)} ${reading.because}.`, nearestAllow, inputs);
    }
    if (!hosts.includes(reading.endpoint)) {
      return fail(
        `The URL in ${quote(field)} goes to ${quote(reading.endpoint)}, which is not a granted host: ${granted}.`,
        nearestAllow,
        inputs,
      );
    }
  }
  return pass(`Every bound URL goes to a granted host: ${granted}.`, inputs);
}

function realPathOf(path: string, links: readonly ResolvedLink[]): string | undefined {
  return links.find((link) => link.path === path)?.realPath;
}

function listOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}
