export interface GitSetting {
  readonly key: string;
  readonly value: string;
}

/** A repository's own configuration may name programs: none of them is started for Perspt's sake (T07). */
export const NOTHING_OF_THE_REPOSITORY_RUNS: readonly GitSetting[] = [
  { key: "core.hooksPath", value: "/dev/null" },
  { key: "core.fsmonitor", value: "false" },
  { key: "core.untrackedCache", value: "false" },
];

/** Nobody is asked, nothing is paged, and nothing is locked that need not be. */
export const GIT_VARIABLES: Readonly<Record<string, string>> = {
  // A missing object is not fetched, by whatever program a remote's address or the configuration names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "false",
};

/** Settings by variables: a name may hold what `-c` would take for the end of it. */
export function settingVariables(
  settings: readonly GitSetting[],
): Readonly<Record<string, string>> {
  const pairs = settings.flatMap(
    ({ key, value }, index): readonly (readonly [string, string])[] => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ],
  );
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
