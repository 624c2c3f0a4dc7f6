import { FakeTerminal } from "@perspt/testkit";
import { describe, expect, test } from "vitest";
import { InputDecoder } from "../src/input/input-decoder.js";
import { openScreen } from "../src/screen/open-screen.js";
import { echoFrame } from "./demo/echo-frame.js";
import { openOnFake, ScriptedProcess } from "./open-on-fake.js";

const SIZE = { columns: 40, rows: 8 };

const TAKEN = {
  alternateScreen: true,
  bracketedPaste: true,
  autowrap: false,
  mouse: "none",
};
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

describe("keys", () => {
  test("what is typed and pasted arrives as events, in order", async () => {
    const { terminal, events } = await openOnFake(SIZE);
    terminal.feed("a");
    terminal.paste("b\nc");
    terminal.feed("\u001b[<64;3;2M");
    await terminal.until("three events", () => events.length === 3);
    expect(events).toMatchObject([
      { type: "input", event: { type: "text", text: "a" } },
      { type: "input", event: { type: "paste", text: "b\nc" } },
      { type: "input", event: { type: "wheel", direction: "up" } },
    ]);
  });

  test("8: a lone ESC is a key without a further byte; one that goes on is the key that it begins", async () => {
    const { terminal, events } = await openOnFake(SIZE);
    terminal.feed("\u001b");
    await terminal.until("the key", () => events.length === 1);
    expect(events[0]).toMatchObject({ event: { type: "key", key: "escape" } });
    terminal.feed("\u001b", "[A");
    await terminal.until("the key", () => events.length === 2);
    expect(events[1]).toMatchObject({ event: { type: "key", key: "up" } });
  });
});

describe("the terminal is taken and given back", () => {
  test("it is ours from opening to closing, and closing twice says farewell once, without control characters", async () => {
    const { terminal, screen, process } = await openOnFake(SIZE);
    await terminal.settle();
    expect(terminal.modes()).toMatchObject(TAKEN);
    expect(terminal.input.isRaw).toBe(true);
    void screen.close("good\u009b2J\u001bcbye\n");
    void screen.close("again");
    await terminal.settle();
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(terminal.input.isRaw).toBe(false);
    expect(terminal.screen()[0]).toBe("good�2J�cbye");
    expect(terminal.raw()).not.toContain("again");
    expect(process.listenerCount()).toBe(0);
    expect(process.deeds).toEqual([]);
  });

  test("nothing is written after the end", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    screen.draw(echoFrame({ typed: "", notice: "" }, SIZE));
    void screen.close("");
    await terminal.settle();
    const { length } = terminal.output.writes;
    screen.draw(echoFrame({ typed: "more", notice: "" }, SIZE));
    screen.setMouse("wheel");
    screen.copy("text");
    screen.suspend();
    terminal.resize({ columns: 20, rows: 5 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(terminal.output.writes).toHaveLength(length);
  });

  test.each(["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const)(
    "13: %s gives it back, then ends the process as the signal does",
    async (signal) => {
      const { terminal, process, fatal } = await openOnFake(SIZE);
      expect(process.send(signal)).toBe(true);
      expect(fatal).toEqual([{ kind: "signal", signal }]);
      await terminal.until("the signal", () => process.deeds.length > 0);
      expect(process.deeds).toEqual([`raise ${signal}`]);
      expect(terminal.modes()).toEqual(GIVEN_BACK);
      expect(process.listenerCount()).toBe(0);
    },
  );

  test("13: an error gives it back before it is printed, sanitised, and ends the process with 1", async () => {
    const { terminal, process, fatal } = await openOnFake(SIZE);
    const error = new Error("bad \u009b2J news");
    process.fail(error);
    await terminal.settle();
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(fatal).toEqual([{ kind: "error", error }]);
    expect(process.deeds).toEqual([
      expect.stringMatching(/^complain Error: bad \\u009b2J news\n/),
      "exit 1",
    ]);
  });

  test.each(["end", "close", "error"])(
    "14: a keyboard whose stream tells of %s is a terminal that is gone: no exit, no byte",
    async (event) => {
      const { terminal, process, fatal } = await openOnFake(SIZE);
      await terminal.settle();
      const { length } = terminal.output.writes;
      terminal.input.emit(event, new Error("EIO"));
      expect(fatal).toEqual([{ kind: "hang_up" }]);
      await terminal.until("the end", () => process.deeds.length > 0);
      expect(process.deeds).toEqual(["raise SIGKILL"]);
      expect(terminal.output.writes).toHaveLength(length);
    },
  );

  test("a signal ends the process when what it started has ended, with the terminal given back before", async () => {
    const terminal = new FakeTerminal(SIZE);
    const process = new ScriptedProcess();
    let end = (): void => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const opened = await openScreen({
      input: terminal.input,
      output: terminal.output,
      environment: {},
      emoji: "full",
      decoder: new InputDecoder(),
      onEvent: () => {},
      onFatal: () => work,
      process,
      strayStreams: [],
    });
    process.send("SIGTERM");
    await terminal.settle();
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(process.deeds).toEqual([]);
    end();
    await terminal.until("the signal", () => process.deeds.length > 0);
    expect([opened.kind, process.deeds]).toEqual(["opened", ["raise SIGTERM"]]);
  });

  test("what onFatal throws changes nothing", async () => {
    const terminal = new FakeTerminal(SIZE);
    const process = new ScriptedProcess();
    await openScreen({
      input: terminal.input,
      output: terminal.output,
      environment: {},
      emoji: "full",
      decoder: new InputDecoder(),
      onEvent: () => {},
      onFatal: () => {
        throw new Error("no room on the disk");
      },
      process,
      strayStreams: [],
    });
    process.send("SIGTERM");
    await terminal.until("the signal", () => process.deeds.length > 0);
    expect(process.deeds).toEqual(["raise SIGTERM"]);
    expect(terminal.modes()).toEqual(GIVEN_BACK);
  });
});

describe("the terminal is another's for a while", () => {
  test("15: suspended it is the shell's; afterwards all is repainted, mouse included", async () => {
    const { terminal, screen, process, events } = await openOnFake(SIZE);
    screen.setMouse("wheel");
    screen.draw(echoFrame({ typed: "draft", notice: "" }, SIZE));
    await terminal.untilShown("draft");
    screen.suspend();
    await terminal.settle();
    expect(terminal.modes()).toEqual(GIVEN_BACK);
    expect(terminal.input.isRaw).toBe(false);
    expect(process.deeds).toEqual(["raise SIGTSTP"]);

    process.send("SIGCONT");
    expect(events.at(-1)).toEqual({ type: "resumed", size: SIZE });
    screen.draw(echoFrame({ typed: "draft", notice: "" }, SIZE));
    await terminal.untilShown("draft");
    expect(terminal.modes()).toMatchObject({ ...TAKEN, mouse: "vt200" });
    expect(terminal.input.isRaw).toBe(true);
  });

  test("where nothing stops the process, it goes on by itself", async () => {
    const { terminal, screen, events } = await openOnFake(SIZE);
    screen.suspend();
    await terminal.until("the return", () => events.at(-1)?.type === "resumed");
    expect(terminal.modes()).toMatchObject(TAKEN);
  });

  test("lent it is the borrower's: neither frames nor its Ctrl-C are for us, until it is done or has failed", async () => {
    const { terminal, screen, process, events } = await openOnFake(SIZE);
    const lent = screen.lend(async () => {
      await terminal.settle();
      expect(terminal.modes()).toEqual(GIVEN_BACK);
      const { length } = terminal.output.writes;
      process.send("SIGINT");
      screen.draw(echoFrame({ typed: "", notice: "" }, SIZE));
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(terminal.output.writes).toHaveLength(length);
      throw new Error("the editor failed");
    });
    await expect(lent).rejects.toThrow("the editor failed");
    expect(events.at(-1)).toEqual({ type: "resumed", size: SIZE });
    expect(process.deeds).toEqual([]);
    await terminal.settle();
    expect(terminal.modes()).toMatchObject(TAKEN);
  });
});

describe("what else a screen does", () => {
  test("25: the mouse is off until asked for, and off again", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    const seen: string[] = [];
    for (const mode of [null, "wheel", "off"] as const) {
      if (mode !== null) screen.setMouse(mode);
      await terminal.settle();
      seen.push(terminal.modes().mouse);
    }
    expect(seen).toEqual(["none", "vt200", "none"]);
  });

  test("25: a copy is one OSC 52 of the text, and a text too long for terminals is not sent", async () => {
    const { terminal, screen } = await openOnFake(SIZE);
    expect(screen.copy("é日\u001b")).toBe("asked");
    expect(screen.copy("x".repeat(60_000))).toBe("too_long");
    await terminal.settle();
    expect(terminal.output.writes.filter((write) => write.includes("]52"))).toEqual([
      `\u001b]52;c;${Buffer.from("é日\u001b").toString("base64")}\u0007`,
    ]);
  });

  test.each([
    ["no keyboard", { isTTY: false }, {}, "standard input is not a terminal"],
    ["no screen", {}, { isTTY: false }, "standard output is not a terminal"],
  ])(
    "with %s it is refused, and the message names simple-chat",
    async (_, input, output, reason) => {
      const terminal = new FakeTerminal(SIZE);
      const opened = await openScreen({
        input: Object.assign(terminal.input, input),
        output: Object.assign(terminal.output, output),
        environment: { TERM: "xterm" },
        emoji: "full",
        decoder: new InputDecoder(),
        onEvent: () => {},
        onFatal: async () => {},
        strayStreams: [],
      });
      expect(opened).toEqual({
        kind: "refused",
        message: `The chat needs a whole terminal, but ${reason}. Use \`perspt simple-chat\`, which writes line by line.`,
      });
      expect(terminal.raw()).toBe("");
    },
  );

  test("TERM=dumb is refused", async () => {
    await expect(openOnFake(SIZE, { TERM: "dumb" })).rejects.toThrow(/TERM is "dumb".*simple-chat/);
  });
});
