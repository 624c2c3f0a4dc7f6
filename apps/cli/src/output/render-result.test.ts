import { describe, expect, test } from "vitest";
import { code, line } from "./blocks.js";
import { failed, success } from "./command-result.js";
import { renderResult } from "./render-result.js";

const look = { colour: false, width: null };
const people = { json: false, quiet: false, output: look, errors: look };
const machines = { ...people, json: true };

describe("--json", () => {
  test("prints one document, and no note on any stream", () => {
    const result = success({ servers: [] }, [line("nothing")], [line("a note")]);
    expect(renderResult(result, machines)).toEqual({
      stdout: '{"schemaVersion":1,"servers":[]}\n',
      stderr: "",
    });
  });

  test("prints a failure as the document and as one line on standard error", () => {
    const result = failed(2, { code: "c", message: "m\nn", hint: null });
    expect(renderResult(result, machines)).toEqual({
      stdout: '{"schemaVersion":1,"error":{"code":"c","message":"m\\nn","hint":null}}\n',
      stderr: '{"error":{"code":"c","message":"m\\nn","hint":null}}\n',
    });
  });
});

describe("people", () => {
  test("get the result on standard output, notes and failures on standard error", () => {
    const result = {
      ...success({}, [line("result")], [line("note")]),
      ...failure("why", "do this"),
    };
    expect(renderResult(result, people)).toEqual({
      stdout: "result\n",
      stderr: "note\nperspt: why\n  do this\n",
    });
  });

  test("get no notes with --quiet, but failures all the same", () => {
    const result = { ...success({}, [], [line("note")]), ...failure("why", null) };
    expect(renderResult(result, { ...people, quiet: true }).stderr).toBe("perspt: why\n");
  });

  test("get a hint of several lines as it was written: it is TOML to be copied", () => {
    const hint = `# a comment\n[external_tools.tools."x"]\nrisk = "low"`;
    const narrow = { ...people, errors: { colour: false, width: 20 } };
    expect(renderResult({ ...success({}, []), ...failure("why", hint) }, narrow).stderr).toBe(
      `perspt: why\n  # a comment\n  [external_tools.tools."x"]\n  risk = "low"\n`,
    );
  });

  test("see whole reports of errors", () => {
    const result = failed(
      2,
      { code: "c", message: "2 problems", hint: null },
      { notes: [code("a\nb", 0)] },
    );
    expect(renderResult(result, people).stderr).toBe("a\nb\nperspt: 2 problems\n");
  });
});

function failure(message: string, hint: string | null) {
  return { failure: { code: "c", message, hint } };
}
