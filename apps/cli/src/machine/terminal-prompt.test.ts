import { PassThrough } from "node:stream";
import type { ApprovalScope } from "@perspt/host";
import { describe, expect, test } from "vitest";
import { line } from "../output/blocks.js";
import { terminalPrompt } from "./terminal-prompt.js";

function atTerminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  const prompt = terminalPrompt({ input, output, look: { colour: false, width: 80 } });
  const controller = new AbortController();
  const ask = (...scopes: readonly ApprovalScope[]) =>
    prompt.ask([line("the call")], "Run it?", ["call", ...scopes], controller.signal);
  return { input, output, controller, ask };
}

describe("a question at the terminal", () => {
  test("is shown whole before the answer is read", async () => {
    const { input, output, ask } = atTerminal();
    const answer = ask();
    input.write("y\n");
    expect(await answer).toBe("call");
    expect(String(output.read())).toBe("the call\nRun it? [y/N] ");
  });

  test.each(["y", "Y", "yes", " yes "])("%j is yes", async (text) => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.write(`${text}\n`);
    expect(await answer).toBe("call");
  });

  test.each(["", "n", "no", "yeah", "yes please", "1", "true"])("%j is no", async (text) => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.write(`${text}\n`);
    expect(await answer).toBe("no");
  });

  test.each([
    ["s", "session"],
    ["session", "session"],
    ["y", "call"],
  ])("%j, where the whole session is offered, is %s", async (text, expected) => {
    const { input, output, ask } = atTerminal();
    const answer = ask("session");
    input.write(`${text}\n`);
    expect(await answer).toBe(expected);
    expect(String(output.read())).toContain("[y/N, s for the rest of the session]");
  });

  test("s is no where only the call is offered", async () => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.write("s\n");
    expect(await answer).toBe("no");
  });

  test("an abort withdraws it", async () => {
    const { controller, ask } = atTerminal();
    const answer = ask();
    controller.abort();
    expect(await answer).toBe("withdrawn");
  });

  test("the end of the input is no", async () => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.end();
    expect(await answer).toBe("no");
  });
});
