import { expect, test } from "vitest";
import { documentOf, endOf, startProgram } from "./support/run-program.js";
import { workplace } from "./support/workplace.js";

const MODEL = '[model]\nprovider = "rehearsal"\n';

async function chat(words: readonly string[], typed: string) {
  const { configure, environment, path } = workplace();
  configure(MODEL);
  const child = startProgram(["simple-chat", ...words], { environment, cwd: path("work") });
  child.stdin.end(typed);
  return endOf(child);
}

test("simple-chat answers a line of a pipe in plain text, and starts no server", async () => {
  const { code, stdout, stderr } = await chat([], "hello\n");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^This is a rehearsal: no model/);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
});

test("under --json an answer is one document", async () => {
  const document = documentOf(await chat(["--json"], "hello\n/quit\nnot read\n"));
  expect(document).toMatchObject({ schemaVersion: 1, type: "answer", end: "answered" });
});

test("a model that is not configured is refused with what there is (exit 2)", async () => {
  const { code, stderr } = await chat(["--model", "rehersal"], "");
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean --model rehearsal?");
});
