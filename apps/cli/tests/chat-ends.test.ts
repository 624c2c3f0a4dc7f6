import { existsSync, readFileSync } from "node:fs";
import { missingTmux, type PseudoTerminal, Tmux } from "@perspt/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { isAlive, processesWith, until } from "./support/processes.js";
import { PROGRAM } from "./support/run-program.js";
import { fixtureServer, policy } from "./support/server-tables.js";
import { startOnTerminal } from "./support/terminal.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** The built chat, ended while a call runs: its servers end, the journal holds, and the terminal is as it was. */

const REHEARSAL = '[model]\nprovider = "rehearsal"';
const CALL = 'call mcp.d.slow {"milliseconds":600000}';

/** A server that never answers, and one that does not end when it is asked to. */
function placeWithCall(): Workplace {
  const place = workplace();
  const lines = ['modes = ["chat"]'];
  place.configure(
    fixtureServer("d", "toolbox", { args: ["--effects", place.path("mark-d")], lines }),
    policy("slow", "search"),
    fixtureServer("stubborn", "ignores-terminate", {
      args: ["--pids", place.path("mark-s")],
      lines,
    }),
    REHEARSAL,
  );
  return place;
}

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

async function callIn(place: Workplace, terminal: PseudoTerminal): Promise<readonly number[]> {
  await terminal.untilShown("rehearsal");
  terminal.type(`${CALL}\r`);
  await terminal.untilShown("Using slow of d");
  await until("the call was sent", () => existsSync(place.path("mark-d")));
  const servers = processesWith(place.path("mark-"));
  expect(servers).toHaveLength(2);
  return servers;
}

async function expectPeace(place: Workplace, servers: readonly number[]): Promise<void> {
  await until("its servers are gone", () => !servers.some(isAlive));
  const { code, stdout } = await place.perspt(["journal", "verify"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ ok +\d+ +1 /)]);
}

test.each([
  ["SIGTERM", 15],
  ["SIGHUP", 1],
  ["SIGINT", 2],
] as const)("13: %s while a call runs", async (signal, number) => {
  const place = placeWithCall();
  const terminal = startOnTerminal(place, ["chat"]);
  const servers = await callIn(place, terminal);
  process.kill(terminal.pid, signal);
  await terminal.until("the terminal's modes", () => !terminal.modes().alternateScreen);
  expect(await terminal.ended()).toEqual({ code: 0, signal: number });
  await terminal.settle();
  expect(terminal.modes()).toEqual(GIVEN_BACK);
  await expectPeace(place, servers);
});

const reason = missingTmux();

describe.skipIf(reason !== null)(`in tmux${reason === null ? "" : ` (not run: ${reason})`}`, () => {
  test("14: a terminal that is closed while a call runs takes the servers with it, without a word", async () => {
    const place = placeWithCall();
    const errors = place.path("errors");
    const tmux = new Tmux({
      columns: 80,
      rows: 24,
      term: "tmux-256color",
      directory: place.path("work"),
      environment: { ...place.environment, NODE: process.execPath, PROGRAM, ERRORS: errors },
    });
    onTestFinished(() => tmux.end());
    await tmux.untilShown("ready>");
    tmux.type('"$NODE" "$PROGRAM" chat 2>"$ERRORS"');
    tmux.press("Enter");
    await tmux.untilShown("rehearsal");
    tmux.type(CALL);
    tmux.press("Enter");
    await until("the call was sent", () => existsSync(place.path("mark-d")));
    const running = [...processesWith(place.path("mark-")), ...processesWith(`${PROGRAM} chat`)];
    tmux.hangUp();
    await expectPeace(place, running);
    expect(readFileSync(errors, "utf8")).toBe("");
  });
});
