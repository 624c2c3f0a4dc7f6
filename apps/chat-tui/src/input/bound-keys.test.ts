import { describe, expect, test } from "vitest";
import { helpLines } from "../commands/help-lines.js";
import { bindKeys, DEFAULT_KEYS } from "./bound-keys.js";
import { KEY_BINDINGS } from "./key-map.js";

const SEARCH = { kind: "search" };
const RIGHT = { kind: "edit", edit: { type: "move", to: "right" } };

describe("the person's own keys", () => {
  test("stand in the place of an action's default keys", () => {
    const { commands } = bindKeys(new Map([["search", ["F3", "C-x s"]]]));
    expect([commands.get("F3"), commands.get("C-x s"), commands.get("C-s")]).toEqual([
      SEARCH,
      SEARCH,
      undefined,
    ]);
  });

  test("are taken from what has them by default, and leave it its other keys", () => {
    const { commands } = bindKeys(new Map([["search", ["C-f"]]]));
    expect([commands.get("C-f"), commands.get("Right")]).toEqual([SEARCH, RIGHT]);
  });

  test("are taken from the other spellings of a default key as well", () => {
    expect(bindKeys(new Map([["search", ["C-/"]]])).commands.get("C-/")).toEqual(SEARCH);
  });

  test("may be none", () => {
    const { commands, bindings } = bindKeys(new Map([["suspend", []]]));
    expect(commands.get("C-z")).toBeUndefined();
    expect(bindings.map(({ action }) => action)).not.toContain("suspend");
  });

  test("never touch the ways out", () => {
    const everything = new Map(
      KEY_BINDINGS.flatMap(({ action }) => (action === null ? [] : [[action, []] as const])),
    );
    const { commands } = bindKeys(everything);
    expect([...commands.keys()]).toEqual(["Escape", "C-g", "C-c", "C-x"]);
  });

  test("are what the help shows", () => {
    const lines = helpLines(bindKeys(new Map([["search", ["C-f"]]]))).map(({ text }) => text);
    expect(lines.find((text) => text.endsWith("search the transcript"))).toMatch(/^C-f +search/);
    expect(lines.filter((text) => text.endsWith("move by a character"))).toEqual([
      expect.stringMatching(/^Left, C-b, Right +move/),
    ]);
  });

  test("left out, change nothing", () => {
    expect(bindKeys(new Map())).toEqual(DEFAULT_KEYS);
    expect(DEFAULT_KEYS.bindings).toHaveLength(KEY_BINDINGS.length);
  });
});

test("each action has one binding", () => {
  const actions = KEY_BINDINGS.flatMap(({ action }) => (action === null ? [] : [action]));
  expect(new Set(actions).size).toBe(actions.length);
});
