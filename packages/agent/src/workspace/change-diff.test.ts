import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { filesIn, git, temporaryDirectory, writeFiles } from "../../test/agent-runs.js";
import { diffOf } from "./change-diff.js";
import { changesBetween } from "./file-change.js";
import { listFiles } from "./list-files.js";
import { readStates } from "./read-states.js";

type Files = Readonly<Record<string, string>>;

const never = new AbortController().signal;

function trees(before: Files, after: Files) {
  const directory = temporaryDirectory();
  const [old, now] = [join(directory, "old"), join(directory, "now")];
  for (const [folder, files] of [
    [old, before],
    [now, after],
  ] as const) {
    mkdirSync(folder);
    writeFiles(folder, files);
  }
  return { old, now };
}

async function diffBetween({ old, now }: { readonly old: string; readonly now: string }) {
  const states = async (folder: string) =>
    readStates(folder, await listFiles(folder, null, never), never);
  return diffOf(changesBetween(await states(old), await states(now)), old, now);
}

test("files that are added, changed and deleted are told with their lines", async () => {
  const at = trees(
    { "change.txt": "one\ntwo\n", "gone.txt": "g\n", "same.txt": "s\n" },
    { "change.txt": "one\n2\nthree\n", "new.txt": "n", "same.txt": "s\n" },
  );
  expect(await diffBetween(at)).toEqual({
    text: `--- a/change.txt
+++ b/change.txt
@@ -1,2 +1,3 @@
 one
-two
+2
+three
--- a/gone.txt
+++ /dev/null
@@ -1,1 +0,0 @@
-g
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,1 @@
+n
\\ No newline at end of file
`,
    files: [
      { path: "change.txt", kind: "changed", added: 2, removed: 1 },
      { path: "gone.txt", kind: "deleted", added: 0, removed: 1 },
      { path: "new.txt", kind: "added", added: 1, removed: 0 },
    ],
  });
});

test("lines that look like a header are counted", async () => {
  const at = trees({ "a.sql": "-- old\nx\n" }, { "a.sql": "++ new\n++ more\nx\n" });
  expect((await diffBetween(at)).files).toEqual([
    { path: "a.sql", kind: "changed", added: 2, removed: 1 },
  ]);
});

test("what is no text, or too long, is named with its sizes, and a mode alone with what it means", async () => {
  const at = trees({ "run.sh": "x\n" }, { "run.sh": "x\n", "bin.dat": "a\0b" });
  chmodSync(join(at.now, "run.sh"), 0o755);
  writeFileSync(join(at.now, "big.txt"), "x".repeat(1024 * 1024 + 1));
  writeFileSync(join(at.now, "latin.txt"), Buffer.from([0xe9]));
  const { text, files } = await diffBetween(at);
  expect(text).toBe(`# big.txt: added, not shown (0 bytes before, 1048577 after)
# bin.dat: added, not shown (0 bytes before, 3 after)
# latin.txt: added, not shown (0 bytes before, 1 after)
# run.sh: made executable
--- a/run.sh
+++ b/run.sh
`);
  expect(files.map(({ added }) => added)).toEqual([null, null, null, 0]);
});

test("a name with a line break does not begin another file's change", async () => {
  const at = trees({}, { "a\n+++ b/innocent.txt": "x\n", "b\n# safe.txt: deleted": "a\0" });
  const { text } = await diffBetween(at);
  expect(text).toBe(`--- /dev/null
+++ "b/a\\n+++ b/innocent.txt"
@@ -0,0 +1,1 @@
+x
# "b\\n# safe.txt: deleted": added, not shown (0 bytes before, 2 after)
`);
});

test("git applies the diff of any two trees of text to the one, and gets the other", async () => {
  const line = fc.constantFrom("a", "b", "", "-- c", "++ d", "=====", "@@ -1 +1 @@", "é");
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join("\n") + (isEnded ? "\n" : ""))
    // A unified diff has no way to say that an empty file comes or goes.
    .filter((content) => content !== "");
  const files = fc.dictionary(fc.constantFrom("x.txt", "dir/y.txt", "dir/ü z.txt"), text);
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      const at = trees(before, after);
      const { text: diff } = await diffBetween(at);
      if (diff !== "") {
        writeFileSync(join(at.old, "..", "change.diff"), diff);
        git(at.old, "apply", "--whitespace=nowarn", "../change.diff");
      }
      expect(filesIn(at.old)).toEqual(filesIn(at.now));
    }),
    { numRuns: 40 },
  );
});
