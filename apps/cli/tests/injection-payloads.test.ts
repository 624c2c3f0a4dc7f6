import { startFixture } from "@perspt/fixture-servers";
import type { PseudoTerminal } from "@perspt/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { foreignIn, OWN, OWN_OF_SCREEN } from "./support/foreign-sequences.js";
import { markerOf, PAYLOADS } from "./support/injection-payloads.js";
import { fixtureServer, httpServer, policy } from "./support/server-tables.js";
import { captured, startOnTerminal } from "./support/terminal.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** 500 payloads through every field that a server writes: the terminal is given what the program itself writes, and text (T56, T57). */

const TRANSPORTS = ["stdio", "streamable_http"] as const;
type Transport = (typeof TRANSPORTS)[number];

const ESCAPE = "\u001b";
const CALLS_OF_A_TURN = 10;
const TEXTS_OF_A_CALL = 10;
/** All that a turn tells is in sight. */
const TALL = { columns: 200, rows: 900 };
/** Some of the payloads are what the screen writes too: ahead of a payload's marker they are the payload's. */
const OWN_AHEAD_OF_MARKER = new RegExp(`${ESCAPE}\\[(?:\\?\\d+[hl]|2J|H) p\\d`);
/** More marks on one letter than any script has: they would be drawn over the rows above. */
const FLOOD = /\p{Mn}{33,}/u;

function expectOnlyOwn(raw: string, own: RegExp): void {
  expect(foreignIn(raw, own)).toBeNull();
  expect(OWN_AHEAD_OF_MARKER.exec(raw)?.[0] ?? null).toBeNull();
  expect(FLOOD.exec(raw)?.[0] ?? null).toBeNull();
}

async function placeThatSays(transport: Transport, words: string): Promise<Workplace> {
  const place = workplace();
  const file = place.write("texts.json", JSON.stringify(PAYLOADS));
  const args = ["--say", asciiJson(words), "--texts", file];
  const lines = ["elicitation = true", 'modes = ["agent", "chat"]'];
  const tables = [policy("say", "search"), '[model]\nprovider = "rehearsal"'];
  if (transport === "stdio") {
    place.configure(fixtureServer("d", "speaks-everywhere", { args, lines }), ...tables);
    return place;
  }
  const server = await startFixture("speaks-everywhere", args);
  onTestFinished(() => server.stop());
  place.configure(httpServer("d", server.url, lines), ...tables);
  return place;
}

/** TOML takes no DEL as it is. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function startChat(place: Workplace): Promise<PseudoTerminal> {
  const terminal = startOnTerminal(place, ["chat"], TALL);
  await terminal.untilShown("rehearsal");
  return terminal;
}

async function leave(terminal: PseudoTerminal): Promise<void> {
  terminal.type("\u0004");
  const { code, raw } = await captured(terminal);
  expect(code).toBe(0);
  expectOnlyOwn(raw, OWN_OF_SCREEN);
}

const batches = (size: number): readonly number[] =>
  Array.from({ length: Math.ceil(PAYLOADS.length / size) }, (_, index) => index * size);

describe.each(TRANSPORTS)("over %s", (transport) => {
  test.each([
    "result",
    "structured",
    "tool_error",
    "error",
    "embedded",
    "link",
    "log",
    "progress",
    "stderr",
  ])("as %s", async (where) => {
    const terminal = await startChat(await placeThatSays(transport, "nothing"));
    for (const first of batches(CALLS_OF_A_TURN * TEXTS_OF_A_CALL)) {
      const calls = Array.from({ length: CALLS_OF_A_TURN }, (_, index) => {
        const from = first + index * TEXTS_OF_A_CALL;
        return `call mcp.d.say ${JSON.stringify({ place: where, from })}`;
      });
      terminal.type(`\u001b[200~${calls.join("\n")}\u001b[201~\r`);
      const answer = /mcp__d__say (?:answered|did not succeed)/g;
      const answers = () => terminal.screen().join("\n").match(answer)?.length ?? 0;
      await terminal.until("every answer", () => answers() === CALLS_OF_A_TURN);
      if (where === "result") {
        const shown = terminal.screen().join("");
        const missing = PAYLOADS.slice(first, first + 100).flatMap((_, index) =>
          shown.includes(markerOf(first + index)) ? [] : first + index,
        );
        expect(missing).toEqual([]);
      }
      terminal.type("/mcp\r");
      await terminal.untilShown("Esc goes back");
      terminal.type("\u001b");
      await terminal.until("the conversation", () => answers() > 0);
      terminal.type("/clear\r");
      await terminal.until("an empty conversation", () => answers() === 0);
    }
    await leave(terminal);
  });

  test("as a question to the person, its message and its schema", async () => {
    const terminal = await startChat(await placeThatSays(transport, "nothing"));
    for (const from of batches(50)) {
      terminal.type(`call mcp.d.say ${JSON.stringify({ place: "question", from })}\r`);
      await terminal.untilShown("d asks");
      await terminal.untilShown(markerOf(from));
      terminal.type("/mcp decline\r");
      await terminal.untilShown("mcp__d__say answered");
      terminal.type("/clear\r");
      await terminal.until("its end", () => !terminal.screen().join("").includes("answered"));
    }
    await leave(terminal);
  });

  test("as what it says of itself, of its tools and in its lists", async () => {
    for (const first of batches(100)) {
      const words = PAYLOADS.slice(first, first + 100).join(" ");
      const place = await placeThatSays(transport, words);
      const { code, raw } = await captured(startOnTerminal(place, ["mcp", "inspect", "--verbose"]));
      expect([first, code, code === 0 ? "" : raw.slice(-3000)]).toEqual([first, 0, ""]);
      expectOnlyOwn(raw, OWN);
      const terminal = await startChat(place);
      terminal.type(
        `\u001b[200~${["resources_list", "resource_templates_list", "prompts_list"]
          .map((name) => `call mcp.d._perspt_${name}`)
          .join("\n")}\u001b[201~\r`,
      );
      await terminal.untilShown("prompts_list answered");
      terminal.type("/mcp\r");
      await terminal.untilShown("Esc goes back");
      await leave(terminal);
    }
  });
});
