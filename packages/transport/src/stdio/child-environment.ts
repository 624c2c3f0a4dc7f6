/** What every child gets from its parent; nothing else passes unasked (I13, T08). */
const INHERITED = { posix: ["PATH"], win32: ["PATH", "SystemRoot"] } as const;

/** Exactly `PATH`, `SystemRoot` on Windows, and the mapped variables; a mapped one wins. */
export function childEnvironment(
  mapped: ReadonlyMap<string, string>,
  parent: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): ReadonlyMap<string, string> {
  const names = platform === "win32" ? INHERITED.win32 : INHERITED.posix;
  const inherited = names.flatMap((name) => {
    const value = parent[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map([...inherited, ...mapped]);
}
