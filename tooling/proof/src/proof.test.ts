import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** A proof in a process of its own, where nothing else holds the event loop. */
function run(...words: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

/** Fewer cases than the whole proof; the seed is new every time, and printed when a bound is broken. */
test.each([
  ["frames", "250"],
  ["schemas", "150"],
  ["channels", "96"],
])(
  "S2, S3: %s hold their bounds, %s of them",
  async (name, count) => {
    const { code, output } = await run(name, "--count", count);
    expect(code, output).toBe(0);
  },
  120_000,
);

test("what is not known is refused, with what is", async () => {
  const { code, output } = await run("everything");
  expect(code).toBe(2);
  expect(output).toContain("Expected some of frames, schemas, channels; got everything.");
});
