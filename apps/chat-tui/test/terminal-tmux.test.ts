import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BundledProgram,
  bundleProgram,
  missingTmux,
  type TerminalSize,
  Tmux,
} from "@perspt/testkit";
import { displayWidth } from "@perspt/text";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

/** The screen in tmux, a terminal that is not ours: widths, job control, and what happens when it goes away. */

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const DEMO = fileURLToPath(new URL("demo/echo-program.ts", import.meta.url));
const SIZE = { columns: 80, rows: 24 };
const LARGE = { columns: 200, rows: 50 };
const TERMS = ["xterm-256color", "screen-256color", "tmux-256color"];

let program: BundledProgram;

beforeAll(async () => {
  program = await bundleProgram(DEMO, PACKAGE);
});

afterAll(() => {
  program.remove();
});

interface Started {
  readonly tmux: Tmux;
  readonly complaints: () => string;
}

async function start(size: TerminalSize = SIZE, term = "tmux-256color"): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "perspt-tmux-"));
  const errors = join(folder, "errors");
  const tmux = new Tmux({
    ...size,
    term,
    directory: PACKAGE,
    environment: { NODE: process.execPath, DEMO: program.file, ERRORS: errors },
  });
  onTestFinished(() => {
    tmux.end();
    rmSync(folder, { recursive: true });
  });
  await tmux.untilShown("ready>");
  tmux.type('"$NODE" "$DEMO" 2>"$ERRORS"; echo "code=$?"');
  tmux.press("Enter");
  await tmux.untilShown("started");
  return { tmux, complaints: () => readFileSync(errors, "utf8") };
}

const MODES = "#{alternate_on} #{mouse_any_flag} #{mouse_sgr_flag} #{cursor_flag} #{keypad_flag}";

/** Rows between the title and the status: each ends in its border, in the last column wherever tmux and the layout agree on widths. */
function expectBorders(tmux: Tmux, { columns, rows }: TerminalSize): void {
  const lines = tmux.screen().slice(1, rows - 2);
  expect(lines.map((line) => line.at(-1))).toEqual(Array(rows - 3).fill("|"));
  const undoubted = lines.filter((line) => !/\p{Emoji_Presentation}/u.test(line));
  expect(undoubted.map((line) => displayWidth(line))).toEqual(Array(rows - 4).fill(columns));
}

const reason = missingTmux();

describe.skipIf(reason !== null)(`in tmux${reason === null ? "" : ` (not run: ${reason})`}`, () => {
  test.each(
    TERMS.flatMap((term) => [
      { term, ...SIZE },
      { term, ...LARGE },
    ]),
  )(
    "6, 16: $term at $columns x $rows: borders in one column, the cursor where it is written, an empty standard error",
    async ({ term, columns, rows }) => {
      const { tmux, complaints } = await start({ columns, rows }, term);
      expectBorders(tmux, { columns, rows });
      tmux.type("日本é");
      await tmux.untilShown("> 日本é");
      expect(tmux.tell("#{cursor_x} #{cursor_y} #{cursor_flag}")).toBe(`7 ${rows - 1} 1`);
      tmux.press("C-d");
      await tmux.untilShown("code=0");
      expect(complaints()).toBe("");
    },
  );

  test("a paste in brackets arrives as one, with its line breaks", async () => {
    const { tmux } = await start();
    tmux.paste("one\n日本 {bold}\nthree");
    await tmux.untilShown("pasted");
    expect(tmux.screen().at(-1)).toBe("> one¶日本 {bold}¶three");
  });

  test("15: after C-z the terminal is the shell's, and after fg all is there again, the draft too", async () => {
    const { tmux } = await start();
    tmux.press("C-t");
    await tmux.untilShown("mouse wheel");
    tmux.type("draft");
    await tmux.untilShown("> draft");
    const before = tmux.screen().slice(0, -2);
    tmux.press("C-z");
    await tmux.untilShown("Stopped");
    await tmux.until("the shell's modes", () => tmux.tell(MODES) === "0 0 0 1 0");
    tmux.type("echo $((6*7))-usable");
    tmux.press("Enter");
    await tmux.untilShown("42-usable");
    tmux.type("fg");
    tmux.press("Enter");
    await tmux.untilShown("resumed");
    expect(tmux.screen().slice(0, -2)).toEqual(before);
    expect(tmux.screen().at(-1)).toBe("> draft");
    expect(tmux.tell(MODES)).toBe("1 1 1 1 0");
    tmux.type("+");
    await tmux.untilShown("> draft+");
  });

  test.each(["TSTP", "STOP"])("15: the same after SIG%s from outside", async (signal) => {
    const { tmux } = await start();
    tmux.type("pid");
    tmux.press("Enter");
    await tmux.untilShown("pid=");
    const pid = Number(/pid=(\d+)/.exec(tmux.screen().join("\n"))?.[1]);
    tmux.type("draft");
    await tmux.untilShown("> draft");
    const before = tmux.screen().slice(0, -2);
    process.kill(pid, `SIG${signal}`);
    await tmux.untilShown("Stopped");
    tmux.type("fg");
    tmux.press("Enter");
    await tmux.untilShown("resumed");
    expect(tmux.screen().slice(0, -2)).toEqual(before);
    tmux.type("+");
    await tmux.untilShown("> draft+");
    expect(tmux.tell("#{alternate_on}")).toBe("1");
  });

  test("19: after each resize all is drawn in the new size", async () => {
    const { tmux } = await start();
    tmux.type("draft");
    await tmux.untilShown("> draft");
    for (const size of [{ columns: 60, rows: 15 }, LARGE]) {
      tmux.resize(size);
      await tmux.untilShown(`${size.columns}x${size.rows} resized`);
      expectBorders(tmux, size);
      expect(tmux.tell("#{cursor_x} #{cursor_y}")).toBe(`7 ${size.rows - 1}`);
      expect(tmux.screen().filter((line) => line.includes("draft"))).toEqual(["> draft"]);
    }
  });

  test("14: when its terminal goes away, the program ends without a word", async () => {
    const { tmux, complaints } = await start();
    tmux.type("pid");
    tmux.press("Enter");
    await tmux.untilShown("pid=");
    const pid = Number(/pid=(\d+)/.exec(tmux.screen().join("\n"))?.[1]);
    tmux.hangUp();
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
    expect(complaints()).toBe("");
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
