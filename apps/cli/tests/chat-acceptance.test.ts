import { readFileSync } from "node:fs";
import { missingTmux, type PseudoTerminal, Tmux } from "@perspt/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { loopbackProvider, type SpokenTurn } from "./support/loopback-provider.js";
import { PROGRAM } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { startOnTerminal } from "./support/terminal.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** The chat's acceptance behaviours, by their numbers, with the built program. */

const SERVER = [
  fixtureServer("d", "speaks-everywhere", {
    args: ["--say", '"words"'],
    lines: ["elicitation = true", 'modes = ["chat"]'],
  }),
  policy("say", "search"),
];

async function placeWith(turns: readonly SpokenTurn[]) {
  const provider = await loopbackProvider(turns);
  const place = workplace();
  place.configure(
    ...SERVER,
    `[model]\nprovider = "openai_compatible"\nmodel = "qwen3:8b"\nbase_url = "${provider.url}"`,
  );
  return { place, provider };
}

async function startChat(place: Workplace): Promise<PseudoTerminal> {
  const terminal = startOnTerminal(place, ["chat"], { columns: 80, rows: 24 });
  await terminal.untilShown("qwen3:8b");
  return terminal;
}

const textOf = (terminal: PseudoTerminal) => terminal.screen().join("\n");

test("12: what looks like markup of the screen's library is shown as it is", async () => {
  const said = '{red-fg}a{/red-fg} {/escape} {center} {bold} {"a":{}} {open}';
  const { place } = await placeWith([{ text: said }]);
  const terminal = await startChat(place);
  terminal.type("\u001b[200~{bold}mine{/}\u001b[201~\r");
  await terminal.untilShown(said);
  expect(textOf(terminal)).toContain("> {bold}mine{/}");
});

test("17: 500 deltas at 100 a second into 10,000 blocks: at most 30 frames a second, under 30 % of a core", async () => {
  const blocks = Array.from({ length: 10_000 }, (_, index) => `Block **${index}** of many.`);
  const { place } = await placeWith([
    { text: blocks.join("\n\n"), wordsAtOnce: 5_000 },
    { text: `${"delta ".repeat(500)}the end`, paceMs: 10 },
    { text: "again" },
  ]);
  const terminal = await startChat(place);
  terminal.type("load\r");
  await terminal.untilShown("Block 9999 of many.");
  terminal.type("stream\r");
  await terminal.untilShown("delta delta");
  const frames = terminal.raw().split("\u001b[?2026h").length;
  const computed = computedBy(terminal.pid);
  const since = performance.now();
  await terminal.untilShown("the end");
  const seconds = (performance.now() - since) / 1_000;
  expect((terminal.raw().split("\u001b[?2026h").length - frames) / seconds).toBeLessThanOrEqual(31);
  expect((computedBy(terminal.pid) - computed) / seconds).toBeLessThan(0.3);
});

test("18: a reader who scrolled up keeps every row but the status while it streams, and End goes back", async () => {
  const lines = Array.from({ length: 80 }, (_, index) => `row ${index}`);
  const { place } = await placeWith([
    { text: lines.join("\n\n") },
    { text: "more\n\n".repeat(200), paceMs: 10 },
  ]);
  const terminal = await startChat(place);
  terminal.type("first\r");
  await terminal.untilShown("row 79");
  terminal.type("second\r");
  await terminal.untilShown("more");
  terminal.type("\u001b[5~".repeat(3));
  const shown = () => terminal.screen().slice(0, -2).join("\n");
  await terminal.until("older rows", () => shown().includes("row ") && !shown().includes("more"));
  const before = terminal.screen().slice(0, -2);
  expect(textOf(terminal)).toContain("Answering");
  await terminal.until("the end of the turn", () => !textOf(terminal).includes("Answering"));
  expect(terminal.screen().slice(0, -2)).toEqual(before);
  terminal.type("\u001b[1;5F");
  await terminal.until("the end", () => shown().includes("more"));
});

test("22: a paste is undone as one, what was killed comes back, and the history keeps the draft", async () => {
  const { place } = await placeWith([{ text: "answered" }]);
  const terminal = await startChat(place);
  const prompt = () => terminal.screen().at(-1);
  terminal.type("sent\r");
  await terminal.untilShown("answered");
  terminal.type("draft");
  await terminal.untilShown("> draft");
  terminal.type("\u001b[200~ pasted words\u001b[201~");
  await terminal.untilShown("> draft pasted words");
  terminal.type("\u001f");
  await terminal.until("the undo", () => prompt() === "> draft");
  terminal.type("\u0015");
  await terminal.until("an empty line", () => prompt() === ">");
  terminal.type("\u0019");
  await terminal.until("the yank", () => prompt() === "> draft");
  terminal.type("\u0010");
  await terminal.until("the history", () => prompt() === "> sent");
  terminal.type("\u000e");
  await terminal.until("the draft", () => prompt() === "> draft");
});

test("23: C-r shows what the model thought, and nothing of the calls", async () => {
  const { place } = await placeWith([
    { reasoning: "I ponder.", calls: [{ tool: /d__say/, arguments: { place: "log" } }] },
    { reasoning: "I conclude.", text: "The answer." },
  ]);
  const terminal = await startChat(place);
  terminal.type("ask\r");
  await terminal.untilShown("The answer.");
  expect(textOf(terminal)).not.toMatch(/ponder|conclude|log|words|told/);
  terminal.type("\u0012");
  await terminal.untilShown("I conclude.");
  expect(textOf(terminal)).not.toMatch(/"place"|words|told/);
  terminal.type("\u0012");
  await terminal.until("no panel", () => !textOf(terminal).includes("conclude"));
});

test("24: a server's question leaves the editor alive, refuses bad JSON and takes one answer", async () => {
  const { place, provider } = await placeWith([
    { calls: [{ tool: /d__say/, arguments: { place: "question" } }] },
    { text: "The answer." },
  ]);
  const terminal = await startChat(place);
  terminal.type("ask\r");
  await terminal.untilShown("d asks");
  terminal.type("/mcp accept {bad");
  await terminal.untilShown("> /mcp accept {bad");
  terminal.type("\r");
  await terminal.until("a hint", () => /JSON/.test(terminal.screen().at(-2) ?? ""));
  expect(textOf(terminal)).toContain("d asks");
  terminal.type("\u0015");
  terminal.type('/mcp accept {"a":"x"}');
  await terminal.untilShown('{"a":"x"}');
  terminal.type("\r");
  await terminal.untilShown("The answer.");
  expect(textOf(terminal)).not.toContain("d asks");
  expect(provider.requests).toHaveLength(2);
});

/** Seconds of a core that a process has used: `utime` and `stime` of proc(5), in hundredths. */
function computedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const reason = missingTmux();
const PASTED = Array.from(
  { length: 64 },
  (_, row) => `${row} 日本語 {bold} and some more words`,
).join("\n");

describe.skipIf(reason !== null)(`in tmux${reason === null ? "" : ` (not run: ${reason})`}`, () => {
  test.each(
    ["xterm-256color", "screen-256color", "tmux-256color"].flatMap((term) => [
      { term, columns: 80, rows: 24 },
      { term, columns: 200, rows: 50 },
    ]),
  )(
    "1: $term at $columns x $rows: a paste of 64 lines is sent by Enter, once and whole",
    async ({ term, columns, rows }) => {
      const { place, provider } = await placeWith([{ text: "received" }, { text: "again" }]);
      const tmux = new Tmux({
        columns,
        rows,
        term,
        directory: place.path("work"),
        environment: { ...place.environment, NODE: process.execPath, PROGRAM },
      });
      onTestFinished(() => tmux.end());
      await tmux.untilShown("ready>");
      tmux.type('"$NODE" "$PROGRAM" chat');
      tmux.press("Enter");
      await tmux.untilShown("qwen3:8b");
      tmux.paste(PASTED);
      await tmux.untilShown("64 lines");
      expect(provider.requests).toEqual([]);
      tmux.press("Enter");
      await tmux.untilShown("received");
      expect(provider.requests).toHaveLength(1);
      expect(provider.requests[0]).toContain(JSON.stringify(PASTED));
    },
  );
});
