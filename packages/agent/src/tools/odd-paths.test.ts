import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@perspt/json";
import { expect, test } from "vitest";
import { filesIn } from "../../test/agent-runs.js";
import { governedTools } from "../../test/governed-tools.js";
import { type ToolBench, toolBench } from "../../test/tool-bench.js";

const SECRET = "canary-outside\n";

function treeBesideASecret(): ToolBench {
  const bench = toolBench({ "src/a.txt": "a\n" });
  writeFileSync(join(bench.outside, "secret.txt"), SECRET);
  mkdirSync(join(bench.root, ".git/hooks"), { recursive: true });
  writeFileSync(join(bench.root, ".git/config"), SECRET);
  symlinkSync(bench.outside, join(bench.root, "out"));
  return bench;
}

/** Forms that some system or library reads as a way out, or as git's own directory. */
const FORMS: readonly ((places: Pick<ToolBench, "root" | "outside">) => string)[] = [
  () => "/proc/self/cwd/../outside/secret.txt",
  () => "/proc/self/root/etc/passwd",
  () => "/proc/self/fd/0",
  () => "src/../../outside/secret.txt/",
  () => "src//..//..//outside/secret.txt",
  () => "./././../outside/secret.txt",
  () => "out/secret.txt/",
  () => "out//secret.txt",
  () => "out/./secret.txt",
  () => "src/../out/secret.txt",
  ({ root }) => `${root}/../outside/secret.txt`,
  ({ root }) => `${root}/out/secret.txt`,
  ({ outside }) => `//${outside}/secret.txt`,
  () => "\uff0e\uff0e/outside/secret.txt",
  () => "..\u2215outside\u2215secret.txt",
  () => "\u2025/outside/secret.txt",
  () => ".\u200b./outside/secret.txt",
  () => ".\u0338./outside/secret.txt",
  () => "..%c0%af..%c0%afoutside/secret.txt",
  () => "..%252foutside/secret.txt",
  () => "C:\\outside\\secret.txt",
  () => "\\\\?\\outside\\secret.txt",
  () => "~root/secret.txt",
  () => "$HOME/secret.txt",
  () => "../outside/secret.txt\n",
  () => ".Git/config",
  () => ".GIT/hooks/pre-commit",
  () => "./.git/config",
  () => "src/../.git/config",
  () => ".git/",
  () => ".g\u0131t/config",
  () => ".git\u200d/hooks/x",
  () => "\u202e.git/config",
];

const USES: readonly (readonly [string, (path: string) => JsonObject])[] = [
  ["read", (path) => ({ path })],
  ["list", (path) => ({ path })],
  ["search", (path) => ({ path, pattern: "canary" })],
  ["write", (path) => ({ path, content: "changed" })],
  ["patch", (path) => ({ path, old: "canary", new: "changed" })],
  ["move", (path) => ({ from: path, to: "src/moved.txt" })],
  ["move", (path) => ({ from: "src/a.txt", to: path })],
  ["delete", (path) => ({ path })],
];

test.each(FORMS.map((form) => [form({ root: "ROOT", outside: "OUTSIDE" }), form] as const))(
  "%j reaches nothing outside and nothing of git's, through a host and without one (T07, T55, T73)",
  async (_, form) => {
    const bench = treeBesideASecret();
    const { call } = await governedTools(bench);
    const path = form(bench);
    for (const [tool, argumentsOf] of USES) {
      const governed = await call(tool, argumentsOf(path));
      expect(JSON.stringify(governed.outcome)).not.toContain("canary-outside");
      if ("error" in governed.outcome) expect(governed.outcome.error.message).toMatch(/\w/);
      const alone = await bench.call(tool, argumentsOf(path));
      expect(alone.text).toMatch(/\w/);
      expect(alone.text).not.toContain("canary-outside");
    }
    expect(filesIn(bench.outside)).toEqual({ "secret.txt": SECRET });
    expect(readFileSync(join(bench.root, ".git/config"), "utf8")).toBe(SECRET);
    expect(filesIn(join(bench.root, ".git"))).toEqual({ config: SECRET });
  },
);
