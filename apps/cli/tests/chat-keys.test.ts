import { expect, test } from "vitest";
import { startOnTerminal } from "./support/terminal.js";
import { workplace } from "./support/workplace.js";

const REHEARSAL = '[model]\nprovider = "rehearsal"';

/** The person's own settings of the screen (`[tui]`), with the built program. */
async function chatWith(...lines: readonly string[]) {
  const place = workplace();
  place.configure(REHEARSAL, ...lines);
  const terminal = startOnTerminal(place, ["chat"], { columns: 100, rows: 60 });
  await terminal.untilShown("rehearsal");
  return terminal;
}

test("a key of the person's own does what it is for, the help shows it, and the key that it had is free", async () => {
  const terminal = await chatWith("[tui.keys]", 'help = "C-f"', 'search = "C-x C-f"');
  terminal.type("\u0006");
  await terminal.untilShown("C-x C-f");
  const help = terminal.screen().join("\n");
  expect(help).toMatch(/C-x C-f +search the transcript/);
  expect(help).not.toContain("C-s");
  terminal.type("\u001b");
  await terminal.until("the conversation", () => !terminal.screen().join("\n").includes("C-x C-f"));
  terminal.type("\u0018\u0006");
  await terminal.untilShown("Enter next, Esc ends");
});

test("Enter begins a new line and M-Enter sends where the person wants it so", async () => {
  const terminal = await chatWith("[tui.keys]", 'new_line = "Enter"', 'send = "M-Enter"');
  terminal.type("one\rtwo\u001b\r");
  await terminal.untilShown("> one");
  expect(terminal.screen().join("\n")).toMatch(/> one\n +two/);
});

test("with the mouse off the terminal is never asked for it; with it on, it is", async () => {
  const without = await chatWith("[tui]", 'mouse = "off"');
  expect(without.screen().join("\n")).toContain("mouse off");
  expect(without.raw()).not.toContain("\u001b[?1000h");
  expect((await chatWith()).raw()).toContain("\u001b[?1000h");
});

test("emoji are drawn as plainly as the person wants them", async () => {
  const terminal = await chatWith("[tui]", 'emoji = "ascii"');
  terminal.type("a\u{1f600}b\r");
  await terminal.untilShown("> a* b");
  expect(terminal.raw()).not.toContain("\u{1f600}");
});

test("a key that cannot be given is told with its line, and the chat does not start", async () => {
  const place = workplace();
  place.configure(REHEARSAL, "[tui.keys]", 'search = "C-c"');
  const { code, stderr } = await place.perspt(["chat"]);
  expect(code).toBe(2);
  expect(stderr).toContain("config.toml:6:1");
  expect(stderr).toContain('"C-c"');
});
