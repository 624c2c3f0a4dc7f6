import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPromises } from "@perspt/testkit";
import { beforeAll, describe, expect, test } from "vitest";

/** Where the examples stand; in the release check, a project outside of this workspace that has them and the packed packages. */
const folder = process.env["PERSPT_EXAMPLES"] ?? fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(join(folder, "src"));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Compiled as a stranger would, strictly and against the packages' declarations: nothing here looks at a source of theirs. */
beforeAll(() => {
  const compiler = fileURLToPath(
    new URL("../../node_modules/typescript-7/bin/tsc", import.meta.url),
  );
  const client = join(folder, "node_modules/@perspt/mcp-client/dist/index.d.ts");
  expect(existsSync(client), "run `npm run build` first").toBe(true);
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toStrictEqual({ status: 0, stdout: "" });
}, 60_000);

interface Run {
  readonly code: number | null;
  readonly printed: string;
  readonly complaint: string;
}

interface Typed {
  /** What has to be printed before the line is typed. */
  readonly after: string;
  readonly line: string;
}

/** Runs an example in a process of its own, with a pipe for its input, which ends after the last line. */
async function run(name: string, typing: readonly Typed[] = []): Promise<Run> {
  const child = spawn(process.execPath, [join(folder, "dist", `${name}.js`)], { timeout: 30_000 });
  const left = [...typing];
  let printed = "";
  let complaint = "";
  const type = (): void => {
    const [next] = left;
    if (next === undefined) {
      child.stdin.end();
    } else if (printed.includes(next.after)) {
      left.shift();
      child.stdin.write(`${next.line}\n`);
      type();
    }
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    type();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  type();
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { code, printed, complaint };
}

const programs = sources
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => readPromises(read(`src/${name}.ts`)).length > 0);

test("the programs that say what they print are these", () => {
  expect(programs).toStrictEqual([
    "check-a-server",
    "governed-host",
    "one-tool",
    "own-model",
    "replay-a-session",
    "test-your-client",
  ]);
});

test.each(programs)("%s runs, and prints what its comments say", async (name) => {
  const { code, printed, complaint } = await run(name);
  expect({ code, complaint, printed: printed.trimEnd().split("\n") }).toStrictEqual({
    code: 0,
    complaint: "",
    printed: readPromises(read(`src/${name}.ts`)),
  });
});

describe("answer-questions", () => {
  const QUESTION = "notes asks, for remove_note: Remove the note welcome?\n";
  const removed = (days: number) => `Removed welcome; a copy is kept for ${days} days.`;

  test("asks field by field, again where it cannot read an answer, and sends what was confirmed", async () => {
    const { code, printed, complaint } = await run("answer-questions", [
      { after: "Remove it for ever?:", line: "perhaps" },
      { after: "Expected yes or no.\n  Remove it for ever?:", line: "yes" },
      { after: "Days to keep a copy [7]:", line: "3" },
      { after: "Send these answers? (yes/no)", line: "yes" },
    ]);
    expect([code, complaint]).toStrictEqual([0, ""]);
    expect(printed.startsWith(QUESTION)).toBe(true);
    expect(printed).toContain("completed ");
    expect(printed).toContain(removed(3));
  });

  test("takes answers that are piped in all at once, and what the server proposes for an empty line", async () => {
    const lines = ["yes", "", "yes"].map((line) => ({ after: "", line }));
    const { code, printed } = await run("answer-questions", lines);
    expect(code).toBe(0);
    expect(printed).toContain(removed(7));
  });

  test("declines what is not confirmed", async () => {
    const lines = ["yes", "", "no"].map((line) => ({ after: "", line }));
    expect((await run("answer-questions", lines)).printed).toContain("Nothing was removed.");
  });

  test("cancels at the end of input, and ends", async () => {
    const { code, printed } = await run("answer-questions");
    expect(code).toBe(0);
    expect(printed.startsWith(QUESTION)).toBe(true);
    expect(printed).toContain("Nothing was removed.");
  });
});

test("every file is short, and in the README's table", () => {
  const table = read("README.md");
  const lengths = sources.map((name) => [
    name,
    read(`src/${name}`).trimEnd().split("\n").length < 60,
  ]);
  expect(lengths).toStrictEqual(sources.map((name) => [name, true]));
  expect(sources.filter((name) => !table.includes(`(src/${name})`))).toStrictEqual([]);
});
