import { writeFileSync } from "node:fs";
import { startFixture } from "@perspt/fixture-servers";
import { missingTmux, Tmux } from "@perspt/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { recordsIn } from "./support/journal-files.js";
import { loopbackProvider } from "./support/loopback-provider.js";
import { PROGRAM } from "./support/run-program.js";
import { fixtureServer, httpServer, policy } from "./support/server-tables.js";
import { svgOfScreen } from "./support/svg-of-screen.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** A whole conversation with two servers, one over each transport, in tmux. */

const SIZE = { columns: 92, rows: 26 };
const CHAT = ['modes = ["chat"]'];
/** Where `npm run picture` wants the picture of the conversation; it is only checked where this is not set. */
const PICTURE = process.env["PERSPT_PICTURE"];

async function placeWith(model: readonly string[]): Promise<Workplace> {
  const place = workplace();
  const library = await startFixture("library");
  onTestFinished(() => library.stop());
  place.configure(
    httpServer("docs", library.url, CHAT),
    policy("search", "search"),
    fixtureServer("notes", "toolbox", { lines: CHAT }),
    policy("echo", "search"),
    ["[model]", ...model].join("\n"),
  );
  return place;
}

async function startChat(place: Workplace, shown: string): Promise<Tmux> {
  const tmux = new Tmux({
    ...SIZE,
    term: "tmux-256color",
    directory: place.path("work"),
    environment: { ...place.environment, NODE: process.execPath, PROGRAM },
  });
  onTestFinished(() => tmux.end());
  await tmux.untilShown("ready>");
  tmux.type('"$NODE" "$PROGRAM" chat; echo "code=$?"');
  tmux.press("Enter");
  await tmux.untilShown(shown);
  return tmux;
}

async function ask(tmux: Tmux, question: string, answered: string): Promise<void> {
  tmux.paste(question);
  await tmux.untilShown(`> ${question.split("\n")[0]}`);
  tmux.press("Enter");
  await tmux.untilShown(answered);
}

async function leave(place: Workplace, tmux: Tmux): Promise<readonly unknown[]> {
  tmux.press("C-d");
  await tmux.untilShown("code=0");
  expect(tmux.tell("#{alternate_on} #{mouse_any_flag} #{cursor_flag}")).toBe("0 0 1");
  expect((await place.perspt(["journal", "verify"])).code).toBe(0);
  return recordsIn(place.stateDirectory)
    .filter(({ type }) => type === "intent")
    .map(({ data }) => data);
}

const reason = missingTmux();

describe.skipIf(reason !== null)(`in tmux${reason === null ? "" : ` (not run: ${reason})`}`, () => {
  test("on the rehearsal route: calls of both servers in one message, and their results", async () => {
    const place = await placeWith(['provider = "rehearsal"']);
    const tmux = await startChat(place, "rehearsal");
    const calls = [
      'call mcp.docs.search {"query":"owls"}',
      'call mcp.notes.echo {"message":"kept 日本"}',
    ];
    await ask(tmux, calls.join("\n"), "kept 日本");
    await tmux.untilShown("nothing about owls");
    await tmux.untilShown("mcp__notes__echo answered");
    await ask(tmux, "/mcp", "mcp.docs._perspt_resource_read");
    tmux.press("Escape");
    await tmux.untilShown("mcp__notes__echo answered");
    expect(await leave(place, tmux)).toHaveLength(2);
  });

  test("on a provider's route: reasoning stays in its panel, arguments and results in neither", async () => {
    const provider = await loopbackProvider([
      {
        reasoning: "The guide is a resource of docs; the owners are in notes.",
        text: "I look at the guide and at the notes.",
        calls: [
          { tool: /docs.*search/, arguments: { query: "retry limits" } },
          { tool: /notes.*echo/, arguments: { message: "owner: the transport team" } },
        ],
      },
      {
        text: [
          "Retries are **bounded**: a request is tried again only before its first byte came.",
          "",
          "| failure | tried again | owner |",
          "|---|---|---|",
          "| 429, 5xx | 3 times, with backoff | transport |",
          "| cut stream | never: its outcome is *uncertain* | transport |",
          "",
          "Nothing in the guide limits how often a **person** may ask again.",
        ].join("\n"),
      },
      {
        text: 'Yes. In `config.toml`:\n\n```toml\n[[external_tools]]\nid = "docs"\ntimeout_ms = 10000   # default 30000\n```',
      },
    ]);
    const place = await placeWith([
      'provider = "openai_compatible"',
      'model = "qwen3:8b"',
      `base_url = "${provider.url}"`,
    ]);
    const tmux = await startChat(place, "qwen3:8b");
    await ask(
      tmux,
      "How often is a failed request tried again, and who owns that?",
      "may ask again",
    );
    await ask(tmux, "Can I wait less for one server?", "default 30000");
    await tmux.untilShown("1204 tokens");
    const shown = tmux.screen().join("\n");
    for (const hidden of [
      "retry limits",
      "owner: the",
      "nothing about",
      "The guide is a resource",
    ]) {
      expect(shown).not.toContain(hidden);
    }
    expect(provider.requests[1]).toContain("nothing about retry limits");
    const picture = svgOfScreen("perspt chat", tmux.styledScreen(), SIZE.columns);
    expect(picture).toContain("How often is a failed request tried again");
    expect(picture).not.toMatch(/(?![\n])\p{Cc}/u);
    if (PICTURE !== undefined) writeFileSync(PICTURE, picture);
    expect(await leave(place, tmux)).toHaveLength(2);
  });
});
