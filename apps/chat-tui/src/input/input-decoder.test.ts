import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputDecoder } from "./input-decoder.js";
import type { InputEvent, KeyName } from "./input-event.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (typed: string): InputEvent => ({ type: "text", text: typed });
const key = (name: KeyName | { character: string }, ...held: string[]): InputEvent => ({
  type: "key",
  key: name,
  ctrl: held.includes("ctrl"),
  alt: held.includes("alt"),
  shift: held.includes("shift"),
});
const paste = (pasted: string, omittedBytes = 0): InputEvent => ({
  type: "paste",
  text: pasted,
  omittedBytes,
});

/** All that a stream means, then that nothing follows. */
function decoded(...reads: (string | Uint8Array)[]): InputEvent[] {
  const decoder = new InputDecoder();
  const events = reads.flatMap((read) =>
    decoder.feed(typeof read === "string" ? bytes(read) : read),
  );
  return [...events, ...decoder.flush()];
}

describe("keys", () => {
  test.each<[string, string, InputEvent]>([
    ["CR is Enter", "\r", key("enter")],
    ["LF is C-j", "\n", key({ character: "j" }, "ctrl")],
    ["tab", "\t", key("tab")],
    ["back-tab", "\x1b[Z", key("tab", "shift")],
    ["DEL is Backspace", "\x7f", key("backspace")],
    ["BS is C-h", "\b", key({ character: "h" }, "ctrl")],
    ["C-a", "\x01", key({ character: "a" }, "ctrl")],
    ["C-_", "\x1f", key({ character: "_" }, "ctrl")],
    ["NUL is C-Space", "\0", key({ character: " " }, "ctrl")],
    ["Up", "\x1b[A", key("up")],
    ["Up in application mode", "\x1bOA", key("up")],
    ["C-Left", "\x1b[1;5D", key("left", "ctrl")],
    ["S-Up of rxvt", "\x1b[a", key("up", "shift")],
    ["C-Right of rxvt", "\x1bOc", key("right", "ctrl")],
    ["Home by number", "\x1b[1~", key("home")],
    ["Delete", "\x1b[3~", key("delete")],
    ["S-PageUp", "\x1b[5;2~", key("page_up", "shift")],
    ["F1 as SS3", "\x1bOP", key("f1")],
    ["F1 of the Linux console", "\x1b[[A", key("f1")],
    ["F12", "\x1b[24~", key("f12")],
    ["Enter of the keypad", "\x1bOM", key("enter")],
    ["a digit of the keypad", "\x1bOu", text("5")],
    ["M-Enter", "\x1b\r", key("enter", "alt")],
    ["M-Backspace", "\x1b\x7f", key("backspace", "alt")],
    ["M-b", "\x1bb", key({ character: "b" }, "alt")],
    ["M-B", "\x1bB", key({ character: "b" }, "alt", "shift")],
    ["M-é, of two bytes", "\x1bé", key({ character: "é" }, "alt")],
    ["S-Enter of modifyOtherKeys", "\x1b[27;2;13~", key("enter", "shift")],
    ["C-S-a of modifyOtherKeys", "\x1b[27;6;65~", key({ character: "a" }, "ctrl", "shift")],
    ["S-Enter of kitty", "\x1b[13;2u", key("enter", "shift")],
    ["Esc of kitty", "\x1b[27u", key("escape")],
    ["C-c of kitty", "\x1b[99;5u", key({ character: "c" }, "ctrl")],
    [
      "C-_ of kitty, with the shifted key",
      "\x1b[45:95;6u",
      key({ character: "_" }, "ctrl", "shift"),
    ],
    ["a repeated key of kitty", "\x1b[1;1:2A", key("up")],
    ["Enter of kitty's keypad", "\x1b[57414u", key("enter")],
    ["a letter of kitty", "\x1b[97;2u", text("A")],
    ["focus", "\x1b[I", { type: "focus", focus: "gained" }],
    ["blur", "\x1b[O", { type: "focus", focus: "lost" }],
  ])("%s", (_, sent, event) => {
    expect(decoded(sent)).toEqual([event]);
  });

  test("acceptance 8: ESC alone waits for what may follow, and is the key Esc when nothing does", () => {
    const decoder = new InputDecoder();
    expect(decoder.feed(bytes("\x1b"))).toEqual([]);
    expect(decoder.waitMs).toBe(50);
    expect(decoder.flush()).toEqual([key("escape")]);
    expect(decoder.waitMs).toBeNull();
    expect(decoder.flush()).toEqual([]);
  });

  test("acceptance 8: ESC and [A in two reads are Up", () => {
    const decoder = new InputDecoder();
    expect(decoder.feed(bytes("\x1b"))).toEqual([]);
    expect(decoder.feed(bytes("[A"))).toEqual([key("up")]);
    expect(decoder.waitMs).toBeNull();
  });

  test("two ESC are two keys, and introducers alone are keys with Alt", () => {
    expect(decoded("\x1b\x1b")).toEqual([key("escape"), key("escape")]);
    expect(decoded("\x1b[")).toEqual([key({ character: "[" }, "alt")]);
    expect(decoded("\x1bO")).toEqual([key({ character: "o" }, "alt", "shift")]);
    expect(decoded("\x1b_")).toEqual([key({ character: "_" }, "alt")]);
  });

  test("keys with Super, keys let go and modifiers alone are nothing", () => {
    expect(decoded("\x1b[99;9u", "\x1b[97;1:3u", "\x1b[57441u", "\x1b[1;1:3A")).toEqual([]);
  });
});

describe("text", () => {
  test("acceptance 9: text and a wheel report in one read are both kept", () => {
    expect(decoded("ab\x1b[<64;5;3Mc")).toEqual([
      text("ab"),
      { type: "wheel", direction: "up", row: 2, column: 4 },
      text("c"),
    ]);
  });

  test("mouse reports but the wheel's are nothing, old ones included", () => {
    expect(decoded("a\x1b[<0;5;3M\x1b[<0;5;3m\x1b[<35;5;3M\x1b[M !!b")).toEqual([text("ab")]);
  });

  test.each([
    ["DA1", "\x1b[?62;22;52c"],
    ["DA2", "\x1b[>41;354;0c"],
    ["DSR", "\x1b[0n"],
    ["the cursor's position", "\x1b[24;80R"],
    ["the cursor's position, which looks like S-F3", "\x1b[1;2R"],
    ["DECRPM", "\x1b[?2026;2$y"],
    ["kitty's flags", "\x1b[?1u"],
    ["OSC 11 with BEL", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07"],
    ["OSC 11 with ST", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"],
    ["XTVERSION", "\x1bP>|tmux 3.3a\x1b\\"],
    ["kitty graphics", "\x1b_Gi=31;OK\x1b\\"],
    ["a size in cells", "\x1b[8;24;80t"],
    ["a sequence without end", `\x1b[${"1;".repeat(5_000)}u`],
  ])("acceptance 10: a reply to %s is nothing", (_, reply) => {
    expect(decoded(`a${reply}b`)).toEqual([text("ab")]);
  });

  test("acceptance 10: a reply whose rest is late is still nothing", () => {
    const decoder = new InputDecoder();
    decoder.feed(bytes("\x1b]11;rgb:"));
    expect(decoder.waitMs).toBeNull();
    expect(decoder.flush()).toEqual([]);
    expect(decoder.feed(bytes("1e1e/1e1e\x1b\\a"))).toEqual([text("a")]);
  });

  test("a key ends a reply that was never finished", () => {
    expect(decoded("\x1b]11;rgb:abc\rx")).toEqual([key("enter"), text("x")]);
  });

  test("bytes that are no UTF-8 are shown as such, and C1 controls are dropped", () => {
    expect(decoded(Uint8Array.of(0x61, 0xff, 0x62))).toEqual([text("a\ufffdb")]);
    expect(decoded(Uint8Array.of(0xe6, 0x97), "\r")).toEqual([text("\ufffd"), key("enter")]);
    expect(decoded("a\u009b2Jb")).toEqual([text("a2Jb")]);
  });
});

describe("pastes", () => {
  const marked = (content: string) => `\x1b[200~${content}\x1b[201~`;

  test("line breaks become LF, and controls but tab are removed", () => {
    expect(decoded(marked("a\r\nb\rc\n\td\x07\u009b"))).toEqual([paste("a\nb\nc\n\td")]);
  });

  test("acceptance 2: keys and focus reports within a paste are its text, however it is divided", () => {
    const sent = bytes(marked("x\x1b[A\x1b[Iy\x1b[201z"));
    const whole = [paste("x[A[Iy[201z")];
    expect(decoded(sent)).toEqual(whole);
    for (let at = 1; at < sent.length; at += 1) {
      expect(decoded(sent.subarray(0, at), sent.subarray(at))).toEqual(whole);
    }
    expect(decoded(...Array.from(sent, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  test("acceptance 4: what follows the first end marker is typed, and nothing is sent without Enter", () => {
    expect(decoded("\x1b[200~x\x1b[201~rm\x1b[201~")).toEqual([paste("x"), text("rm")]);
  });

  test("acceptance 3: of 5 MB, one MiB is kept and the rest is counted, within 200 ms", () => {
    const sent = bytes(marked("日本語\r\n".repeat(500_000)));
    const started = performance.now();
    const decoder = new InputDecoder();
    const events: InputEvent[] = [];
    for (let at = 0; at < sent.length; at += 65_536) {
      events.push(...decoder.feed(sent.subarray(at, at + 65_536)));
    }
    expect(performance.now() - started).toBeLessThan(200);
    const [event] = events;
    expect(events).toHaveLength(1);
    // 1,048,576 bytes are 95,325 lines of 11 bytes and one byte, which is no character.
    expect(event).toEqual(paste("日本語\n".repeat(95_325), 5_500_000 - 1_048_575));
  });

  test("a paste whose end marker never comes ends after two seconds of silence, and a late marker is nothing", () => {
    const decoder = new InputDecoder();
    expect(decoder.feed(bytes("\x1b[200~a\nb"))).toEqual([]);
    expect(decoder.waitMs).toBe(2_000);
    expect(decoder.flush()).toEqual([paste("a\nb")]);
    expect(decoder.waitMs).toBeNull();
    expect(decoder.feed(bytes("typed\x1b[201~\r"))).toEqual([text("typed"), key("enter")]);
  });

  test("a paste that just fits is whole", () => {
    expect(decoded(marked("a".repeat(1_048_576)))).toEqual([paste("a".repeat(1_048_576))]);
    expect(decoded(marked("a".repeat(1_048_577)))).toEqual([paste("a".repeat(1_048_576), 1)]);
  });

  test("a terminal that marks no paste: more than one line break with text in one read is one", () => {
    expect(decoded("a\r\tb\rc")).toEqual([paste("a\n\tb\nc")]);
    expect(decoded("a\x1b[31m\r\x1b[0mb\r")).toEqual([paste("a\nb\n")]);
  });

  test("its next reads belong to it until nothing comes", () => {
    const decoder = new InputDecoder();
    expect(decoder.feed(bytes("a\rb\rc"))).toEqual([]);
    expect(decoder.waitMs).toBe(50);
    expect(decoder.feed(bytes("d\r"))).toEqual([]);
    expect(decoder.flush()).toEqual([paste("a\nb\ncd\n")]);
    expect(decoder.feed(bytes("\r"))).toEqual([key("enter")]);
  });

  test("one line with Enter, Enter alone and CRLF are typed", () => {
    const lineFeed = key({ character: "j" }, "ctrl");
    expect(decoded("ls\r")).toEqual([text("ls"), key("enter")]);
    expect(decoded("\r\r")).toEqual([key("enter"), key("enter")]);
    expect(decoded("ls\r\n")).toEqual([text("ls"), key("enter"), lineFeed]);
  });
});

describe("laws", () => {
  const piece = fc.oneof(
    fc
      .constantFrom(
        ..."\x1b|\x1b[|\x1b]|\x1b[A|\x1bOA|\x1b[1;5C|\x1b[<64;1;1M|\x1b[200~|\x1b[201~|\x1b[I|\x1b[27;2;13~".split(
          "|",
        ),
        ..."\x1b[97;5u|\x1b[?1u|\x1b[M|\x1b[[A|\x1b]11;x\x07|\x1bPq|\x1b\\|\x1bé|\x01|\t|é|日本|👩‍👧|~|200".split(
          "|",
        ),
      )
      .map((sent) => bytes(sent)),
    fc.uint8Array({ maxLength: 4 }),
  );
  /** Without line breaks, for unmarked pastes are found by read. */
  const stream = fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => Buffer.concat(pieces).filter((byte) => byte !== 0x0a && byte !== 0x0d));

  const joined = (events: readonly InputEvent[]): InputEvent[] => {
    const all: InputEvent[] = [];
    for (const event of events) {
      const last = all.at(-1);
      if (event.type === "text" && last?.type === "text") {
        all[all.length - 1] = text(last.text + event.text);
      } else all.push(event);
    }
    return all;
  };

  test("any division of the bytes gives the same events", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200), { maxLength: 10 }), (sent, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, sent.length)), sent.length];
        places.sort((a, b) => a - b);
        const reads = places.slice(1).map((end, index) => sent.subarray(places[index], end));
        const whole = joined(decoded(sent));
        expect(joined(decoded(...reads))).toEqual(whole);
        expect(joined(decoded(...Array.from(sent, (byte) => Uint8Array.of(byte))))).toEqual(whole);
      }),
      { numRuns: 3000 },
    );
  });

  test("no control character is ever text, and a paste has none but LF and tab", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (sent) => {
        for (const event of decoded(sent)) {
          if (event.type === "text") expect(event.text).not.toMatch(/\p{Cc}/u);
          if (event.type === "paste") expect(event.text).not.toMatch(/[^\P{Cc}\n\t]/u);
        }
      }),
    );
  });
});
