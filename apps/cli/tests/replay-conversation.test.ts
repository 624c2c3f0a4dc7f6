import { expect, test } from "vitest";
import { sessionsIn } from "./support/journal-files.js";
import { documentOf } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { startOnTerminal } from "./support/terminal.js";
import { workplace } from "./support/workplace.js";

/** A chat with a call, recorded; the person has left it. */
async function chatted() {
  const place = workplace();
  place.configure(
    '[model]\nprovider = "rehearsal"',
    fixtureServer("box", "toolbox", {
      args: ["--effects", place.path("effects")],
      lines: ['modes = ["chat"]'],
    }),
    policy("echo", "search"),
  );
  const terminal = startOnTerminal(place, ["chat"], { columns: 100, rows: 30 });
  await terminal.untilShown("rehearsal");
  terminal.type("hello there\r");
  await terminal.untilShown("This is a rehearsal");
  terminal.type('call mcp.box.echo {"message":"from the box"}\r');
  await terminal.untilShown("mcp__box__echo answered");
  terminal.type("/quit\r");
  await terminal.ended();
  const [session = ""] = sessionsIn(place.stateDirectory);
  return { place, session };
}

test("a chat is replayed with what the person wrote, what the model said, and each call where it was made", async () => {
  const { place, session } = await chatted();
  place.configure();
  const { code, stdout } = await place.perspt(["replay", session]);
  expect(code).toBe(0);
  const told = [
    "> hello there",
    "This is a rehearsal",
    '> call mcp.box.echo {"message":"from the box"}',
    "call mcp__box__echo",
    "mcp.box.echo  completed  ",
  ];
  let position = 0;
  for (const words of told) {
    const found = stdout.indexOf(words, position);
    expect(found, words).toBeGreaterThanOrEqual(position);
    position = found + words.length;
  }
  const { transcript } = documentOf(await place.perspt(["replay", session, "--json"]));
  expect(transcript).toMatchObject([
    { kind: "message", from: "person", text: "hello there" },
    { kind: "turn", route: "rehearsal" },
    { kind: "message", from: "person" },
    { kind: "turn", content: [{ type: "tool_call", name: "mcp__box__echo" }] },
    { kind: "call", operation: "mcp.box.echo", outcome: "completed" },
    { kind: "turn" },
  ]);
});

test("the session's page says that there is a conversation, and how to see it", async () => {
  const { place, session } = await chatted();
  const { stdout } = await place.perspt(["journal", "show", session]);
  expect(stdout).toContain(
    `The model had 3 turns in it. What was said: \`perspt replay ${session}\`.`,
  );
});
