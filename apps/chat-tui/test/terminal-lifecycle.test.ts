import { fileURLToPath } from "node:url";
import { type BundledProgram, bundleProgram, PseudoTerminal } from "@perspt/testkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

/** The screen as a program of its own, on a real pseudo-terminal: how it ends, and what it leaves behind. */

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const DEMO = fileURLToPath(new URL("demo/echo-program.ts", import.meta.url));

let program: BundledProgram;

beforeAll(async () => {
  program = await bundleProgram(DEMO, PACKAGE);
});

afterAll(() => {
  program.remove();
});

const GIVEN_BACK = {
  alternateScreen: false,
  bracketedPaste: false,
  mouse: "none",
  cursorShown: true,
  applicationKeypad: false,
  applicationCursorKeys: false,
  synchronizedOutput: false,
  autowrap: true,
};

/** A shell that runs the program and afterwards tells its code and the terminal's settings. */
async function startUnderShell(environment: Readonly<Record<string, string>> = {}) {
  const terminal = new PseudoTerminal({
    columns: 100,
    rows: 60,
    command: "sh",
    words: ["-c", `"$NODE" "$DEMO"; echo "code=$?"; stty -a; echo over`],
    directory: PACKAGE,
    environment: {
      PATH: process.env["PATH"] ?? "",
      TERM: "xterm-256color",
      NODE: process.execPath,
      DEMO: program.file,
      ...environment,
    },
  });
  onTestFinished(() => terminal.kill());
  await terminal.untilShown("started");
  terminal.type("\u0014");
  await terminal.untilShown("mouse wheel");
  return terminal;
}

function shown(terminal: PseudoTerminal): string {
  return terminal.screen().join("\n");
}

/** The program itself, whose parent is the shell. */
async function pidOf(terminal: PseudoTerminal): Promise<number> {
  terminal.type("pid\r");
  await terminal.untilShown("pid=");
  return Number(/pid=(\d+)/.exec(shown(terminal))?.[1]);
}

const WAYS = [
  { way: "C-d", keys: "\u0004", code: 0, says: "farewell" },
  { way: "C-c C-c", keys: "\u0003\u0003", code: 0, says: "" },
  { way: "process.exit", keys: "exit\r", code: 0, says: "" },
  { way: "throw", keys: "throw\r", code: 1, says: "thrown\\u009b2J on purpose" },
  { way: "a rejected promise", keys: "reject\r", code: 1, says: "rejected on purpose" },
];

const SIGNALS = [
  { signal: "SIGTERM", code: 143 },
  { signal: "SIGHUP", code: 129 },
  { signal: "SIGINT", code: 130 },
] as const;

describe.each([
  { who: "alone", environment: {} },
  { who: "14: with foreign listeners", environment: { DEMO_FOREIGN: "1" } },
])("13: $who", ({ environment }) => {
  test.each(WAYS)("$way gives the terminal back, code $code", async ({ keys, code, says }) => {
    const terminal = await startUnderShell(environment);
    terminal.type(keys);
    await terminal.untilShown("over");
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(shown(terminal)).toContain(`code=${code}\n`);
    expect(shown(terminal)).toContain(says);
    expect(shown(terminal)).toMatch(/[^-]icanon/);
    expect(shown(terminal)).toMatch(/[^-]echo /);
  });

  test.each(SIGNALS)("$signal gives the terminal back, code $code", async ({ signal, code }) => {
    const terminal = await startUnderShell(environment);
    process.kill(await pidOf(terminal), signal);
    await terminal.untilShown("over");
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(shown(terminal)).toContain(`code=${code}\n`);
    expect(shown(terminal)).toMatch(/[^-]icanon/);
    expect(shown(terminal)).toMatch(/[^-]echo /);
  });
});

test("25: what a library prints while the screen is open alters no cell", async () => {
  const terminal = await startUnderShell();
  terminal.type("log");
  await terminal.untilShown("> log");
  const before = terminal.screen().slice(0, -2);
  terminal.type("\r");
  await terminal.untilShown("logged");
  terminal.type("x");
  await terminal.untilShown("> x");
  expect(terminal.screen().slice(0, -2)).toEqual(before);
  expect(terminal.raw()).not.toContain("printed by a library");
  expect(terminal.raw()).not.toContain("complaint");
  expect(terminal.raw()).not.toContain("a warning");
});

test("25: what was printed meanwhile is there to read after an error", async () => {
  const terminal = await startUnderShell();
  terminal.type("log\r");
  await terminal.untilShown("logged");
  terminal.type("throw\r");
  await terminal.untilShown("over");
  expect(shown(terminal)).toMatch(
    /printed by a library\nand its complaint\nWarning: and a warning\nError: thrown/,
  );
});

test("25: /copy sends one OSC 52 of the text", async () => {
  const terminal = await startUnderShell();
  terminal.type("copy ours\r");
  await terminal.untilShown("asked");
  const sent = terminal.raw().split("\u001b]52;c;").slice(1);
  expect(sent.map((rest) => rest.split("\u0007")[0])).toEqual([
    Buffer.from("ours").toString("base64"),
  ]);
});

test("a program to which the terminal is lent has it in its usual state, and it comes back with what it showed", async () => {
  const terminal = await startUnderShell();
  terminal.type("lend stty -a; read answer; echo got $answer; read again\r");
  await terminal.untilShown("icanon");
  expect(terminal.modes()).toEqual(GIVEN_BACK);
  terminal.type("words of the editor\r");
  await terminal.untilShown("got words of the editor");
  terminal.type("\r");
  await terminal.untilShown("resumed");
  expect(terminal.modes()).toMatchObject({ alternateScreen: true, mouse: "vt200" });
  terminal.type("typed");
  await terminal.untilShown("> typed");
});

test.each(["screen-256color", "alacritty", "xterm-kitty", "foot", "unknown-term"])(
  "16: no byte reaches standard error with TERM=%s",
  async (term) => {
    const terminal = await startUnderShell({ TERM: term });
    terminal.type("\u0004");
    await terminal.untilShown("over");
    expect(shown(terminal)).toMatch(/^farewell\ncode=0\n/);
  },
);

test("TERM=dumb is refused with the way out", async () => {
  const terminal = new PseudoTerminal({
    columns: 200,
    rows: 10,
    command: process.execPath,
    words: [program.file],
    directory: PACKAGE,
    environment: { TERM: "dumb" },
  });
  expect(await terminal.ended()).toEqual({ code: 2, signal: 0 });
  await terminal.untilShown("perspt simple-chat");
});
