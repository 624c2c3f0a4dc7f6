import { startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { POLICY_TOOLS } from "./support/fates.js";
import { foreignIn, OWN, OWN_OF_SCREEN } from "./support/foreign-sequences.js";
import { fixtureServer, httpServer, policy } from "./support/server-tables.js";
import { captured, startOnTerminal } from "./support/terminal.js";
import { workplace } from "./support/workplace.js";

/** Each of them does something to a terminal, or asks it for something: T56 and T57. */
const SEQUENCES = [
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u001b]8;;http://evil.test/\u001b\\click\u001b]8;;\u001b\\",
  "\u001b]0;title\u0007",
  "\u001b[6n",
  "\u001b[c",
  "\u001bc",
  "\u001b[2J\u001b[H",
  "\u001b[?1049h",
  "\u001b[5i",
  "\u001b[20;1;31m",
  '\u001bP$q"p\u001b\\',
  "\u001b_apc\u001b\\",
  "\u009b2J",
  "\u009d0;c1\u009c",
  "\u0090q\u009c",
  "\u0007\b\u000e",
  "\r\rover",
  "\u202eevil\u2066",
  "\u001b]52;c;unfinished",
];
const SAYS = `hear ${SEQUENCES.join(" ")}`;

const TRANSPORTS = ["stdio", "streamable_http"] as const;

async function placeWith(
  transport: (typeof TRANSPORTS)[number],
  name: "speaks-everywhere" | "sixty-tools",
  args: readonly string[],
  policies: readonly string[],
) {
  const place = workplace();
  const lines = ["elicitation = true", `modes = ["agent", "chat"]`];
  if (transport === "stdio") {
    place.configure(fixtureServer("d", name, { args, lines }), ...policies);
    return place;
  }
  const server = await startFixture(name, args);
  onTestFinished(() => server.stop());
  place.configure(httpServer("d", server.url, lines), ...policies);
  return place;
}

const speaking = (transport: (typeof TRANSPORTS)[number], ...tables: readonly string[]) =>
  placeWith(
    transport,
    "speaks-everywhere",
    ["--say", JSON.stringify(SAYS)],
    [policy("say", "search"), ...tables],
  );

const CALLS: readonly (readonly string[])[] = [
  ...["result", "structured", "tool_error", "error", "link", "embedded", "log", "progress"].map(
    (place) => ["say", `place=${place}`],
  ),
  ["say", "place=stderr"],
  ["say", "place=question"],
  ["_perspt_resources_list"],
  ["_perspt_resource_templates_list"],
  ["_perspt_resource_read", "uri=told:1"],
  ["_perspt_prompts_list"],
  ["_perspt_prompt_get", "name=told"],
  [
    "_perspt_complete",
    "reference_kind=prompt",
    "reference=told",
    "argument_name=a",
    "argument_value=",
  ],
];

const isStdio = (transport: string) => transport === "stdio";

describe.each(TRANSPORTS)(
  "a terminal is given no sequence of a server's over %s (T56, T57)",
  (transport) => {
    test("whatever place of a call it speaks in", async () => {
      const place = await speaking(transport);
      for (const [operation, ...words] of CALLS) {
        const terminal = startOnTerminal(place, ["mcp", "call", `mcp.d.${operation}`, ...words]);
        const { raw } = await captured(terminal);
        expect([operation, ...words, foreignIn(raw, OWN)]).toEqual([operation, ...words, null]);
      }
    });

    test.each([[[]], [["--verbose"]], [["--json"]]])(
      "in an inspection of what it says of itself: %j",
      async (words) => {
        const place = await speaking(transport);
        const { code, raw } = await captured(startOnTerminal(place, ["mcp", "inspect", ...words]));
        expect([code, foreignIn(raw, OWN)]).toEqual([0, null]);
        expect(raw).toContain(
          words.includes("--json") ? "server name: hear" : "\\u001b]52;c;unfinished 1.0.0",
        );
        if (isStdio(transport)) expect(raw).toContain("stderr: hear");
      },
    );

    test("in its tools' names", async () => {
      const place = await placeWith(
        transport,
        "sixty-tools",
        [],
        POLICY_TOOLS.map((tool) => policy(tool, "search")),
      );
      const { code, raw } = await captured(startOnTerminal(place, ["mcp", "inspect", "--verbose"]));
      expect([code, foreignIn(raw, OWN)]).toEqual([0, null]);
      expect(raw).toContain("unfinished\\u001b]52;c;");
    });

    test("in a chat: results, errors, questions to the person, what it says on standard error", async () => {
      const place = await speaking(transport, '[model]\nprovider = "rehearsal"');
      const terminal = startOnTerminal(place, ["chat"]);
      await terminal.untilShown("rehearsal");
      for (const [line, shown] of [
        ['call mcp.d.say {"place":"result"}', "result: hear"],
        ['call mcp.d.say {"place":"error"}', "error: hear"],
        ["call mcp.d._perspt_prompts_list {}", "prompt title: hear"],
        ["/mcp", isStdio(transport) ? "stderr: hear" : "mcp.d._perspt_complete"],
        ['call mcp.d.say {"place":"question"}', "question: hear"],
      ] as const) {
        terminal.type(line);
        await terminal.untilShown(`> ${line}`);
        terminal.type("\r");
        await terminal.untilShown(shown);
      }
      const question = terminal.screen().join("\n");
      terminal.type("/mcp decline\r");
      await terminal.until(
        "the question is over",
        () => !terminal.screen().join("").includes("d asks"),
      );
      terminal.type("/quit\r");
      const { code, raw } = await captured(terminal);
      expect([code, foreignIn(raw, OWN_OF_SCREEN)]).toEqual([0, null]);
      expect(question).toContain("question: hear \\u001b]52;c;ZXZpbA==");
    });
  },
);
