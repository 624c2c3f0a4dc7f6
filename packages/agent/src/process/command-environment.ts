import { delimiter, isAbsolute } from "node:path";

/** The variables that a command may have: what programs need to run at all, and nothing that was exported for somebody else. */
const PASSED: readonly string[] = [
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "SHELL",
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** `PATH` without the entries that mean the working directory, or something in it: what stands there would be started (T03). */
export function searchPath(environment: Readonly<Record<string, string | undefined>>): string {
  const entries = (environment["PATH"] ?? "").split(delimiter);
  return entries.filter((entry) => isAbsolute(entry)).join(delimiter);
}

/**
 * The whole environment of a command. An allow list: keys of models and servers are in the person's environment, and no test needs them.
 */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    PATH: searchPath(environment),
    CI: "1",
    TERM: "dumb",
    NO_COLOR: "1",
  };
}
