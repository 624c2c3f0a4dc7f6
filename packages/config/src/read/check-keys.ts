import { nearestWord } from "@perspt/text";
import type { TomlValue } from "smol-toml";
import { remove, rename } from "../words/fix.js";
import { listForSentence } from "../words/list-for-sentence.js";
import { isSecretName } from "../words/secrets.js";
import { writeKey } from "../words/toml-words.js";
import type { TableScope } from "./table-scope.js";

/** What to do about a key that this table never has. Null: nothing special is known of it. */
export type ForeignKeyAdvice = (key: string, value: TomlValue | undefined) => string | null;

/** Reports every key of a table that is not one of `known`, with what was probably meant. */
export function checkKeys(
  scope: TableScope,
  known: readonly string[],
  advise: ForeignKeyAdvice = () => null,
): void {
  for (const key of Object.keys(scope.table)) {
    if (known.includes(key)) continue;
    const isSecret = isSecretName(key);
    scope.problem({
      path: [key],
      code: isSecret ? "literal_secret" : "unknown_key",
      expected: isSecret ? "no secret in this file" : `one of the keys ${listForSentence(known)}`,
      // The value of a key that nobody knows may be anything, so it is never shown.
      received: isSecret ? "one (not shown)" : "an unknown key",
      fix: advise(key, scope.get(key)) ?? defaultFix(scope, key, known),
    });
  }
}

function defaultFix(scope: TableScope, key: string, known: readonly string[]): string {
  const free = known.filter((candidate) => !scope.has(candidate));
  const meant = nearestWord(key, free);
  return meant === null ? remove(writeKey(key)) : rename(meant);
}
