import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { line } from "../output/blocks.js";
import { terminalPrompt } from "./terminal-prompt.js";

function atTerminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  const prompt = terminalPrompt({ input, output, look: { colour: false, width: 80 } });
  const controller = new AbortController();
  const ask = () => prompt.confirm([line("the call")], "Run it?", controller.signal);
  return { input, output, controller, ask };
}

describe("a question at the terminal", () => {
  test("is shown whole before the answer is read", async () => {
    const { input, output, ask } = atTerminal();
    const answer = ask();
    input.write("y\n");
    expect(await answer).toBe(true);
    expect(String(output.read())).toBe("the call\nRun it? [y/N] ");
  });

  test.each(["y", "Y", "yes", " yes "])("%j is yes", async (text) => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.write(`${text}\n`);
    expect(await answer).toBe(true);
  });

  test.each(["", "n", "no", "yeah", "yes please", "1", "true"])("%j is no", async (text) => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.write(`${text}\n`);
    expect(await answer).toBe(false);
  });

  test("an abort is no", async () => {
    const { controller, ask } = atTerminal();
    const answer = ask();
    controller.abort();
    expect(await answer).toBe(false);
  });

  test("the end of the input is no", async () => {
    const { input, ask } = atTerminal();
    const answer = ask();
    input.end();
    expect(await answer).toBe(false);
  });
});
