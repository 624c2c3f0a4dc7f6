import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { line } from "../output/blocks.js";
import { createMachine, lookOf } from "./create-machine.js";

const GLOBALS = { config: null, json: false, quiet: false, verbose: false, noColor: false };

function terminal(isTTY: boolean) {
  return Object.assign(new PassThrough(), { isTTY, columns: 40 });
}

function machine(
  streams: { readonly input: boolean; readonly errors: boolean },
  globals: Partial<typeof GLOBALS> = {},
) {
  const output = terminal(false);
  const errors = terminal(streams.errors);
  const made = createMachine({
    globals: { ...GLOBALS, ...globals },
    programVersion: "0.1.0",
    programFile: "/perspt/dist/main.js",
    environment: {},
    home: "/home/me",
    workingDirectory: "/work",
    platform: "linux",
    signal: new AbortController().signal,
    urgent: new AbortController().signal,
    patience: () => {},
    atExit: () => {},
    input: terminal(streams.input),
    output,
    errors,
  });
  return { made, output, errors };
}

describe("somebody can be asked", () => {
  const cases: readonly (readonly [input: boolean, errors: boolean])[] = [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ];
  test.each(cases)("input a terminal: %s, standard error a terminal: %s", (input, errors) => {
    const { prompt } = machine({ input, errors }).made;
    expect(prompt !== null).toBe(input && errors);
  });
});

describe("what is shown on the way", () => {
  test("goes to standard output, and nowhere under --json", async () => {
    const people = machine({ input: false, errors: false });
    await people.made.show([line("a step")]);
    expect(String(people.output.read())).toBe("a step\n");
    const json = machine({ input: false, errors: false }, { json: true });
    await json.made.show([line("a step")]);
    expect(json.output.read()).toBeNull();
  });
});

describe("how a stream shows text", () => {
  const look = (isTTY: boolean, environment = {}, noColor = false) =>
    lookOf(terminal(isTTY), { noColor, environment });

  test("a terminal has colours and a width; anything else has neither", () => {
    expect(look(true)).toEqual({ colour: true, width: 40 });
    expect(look(false)).toEqual({ colour: false, width: null });
  });

  test("NO_COLOR, --no-color and a dumb terminal turn colours off; an empty NO_COLOR does not", () => {
    expect(look(true, { NO_COLOR: "1" }).colour).toBe(false);
    expect(look(true, { NO_COLOR: "" }).colour).toBe(true);
    expect(look(true, {}, true).colour).toBe(false);
    expect(look(true, { TERM: "dumb" }).colour).toBe(false);
  });

  test("a terminal that does not know its width has the usual one", () => {
    const unknown = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    expect(lookOf(unknown, { noColor: false, environment: {} }).width).toBe(80);
  });
});
