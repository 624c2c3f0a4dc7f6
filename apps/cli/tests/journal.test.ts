import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordsIn, segmentsOf, sessionsIn } from "./support/journal-files.js";
import { textLike } from "./support/matchers.js";
import { documentOf, errorOf } from "./support/run-program.js";
import { fixtureServer, policy, WRITES_EFFECTS } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** A workplace where one call was made: completed, refused, or left in doubt. */
async function withSession(kind: "completed" | "refused" | "in_doubt"): Promise<Workplace> {
  const place = workplace();
  const effects = ["--effects", place.path("effects")];
  place.configure(
    fixtureServer("box", "toolbox", { args: effects }),
    policy("echo", "search"),
    policy("count", "data_write", { risk: "high", selectors: WRITES_EFFECTS }),
    fixtureServer("drops", "drops-after-effect", { args: effects }),
    policy("count", "data_write", { selectors: WRITES_EFFECTS }),
  );
  const words = {
    completed: ["mcp.box.echo", "message=hello"],
    refused: ["mcp.box.count"],
    in_doubt: ["mcp.drops.count"],
  };
  await place.perspt(["mcp", "call", ...words[kind]]);
  return place;
}

describe("what a call leaves behind", () => {
  test("a completed one: its intent before its outcome, in a directory for its owner alone", async () => {
    const { stateDirectory, perspt } = await withSession("completed");
    expect(recordsIn(stateDirectory).map(({ type }) => type)).toEqual([
      "segment",
      "session",
      "grant",
      "catalog",
      "admission",
      "intent",
      "outcome",
      "end",
    ]);
    const [session = ""] = sessionsIn(stateDirectory);
    expect(statSync(`${stateDirectory}/journals/${session}`).mode & 0o777).toBe(0o700);
    for (const file of segmentsOf(stateDirectory, session)) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    const list = documentOf(await perspt(["journal", "list", "--json"]));
    expect(list).toMatchObject({
      sessions: [{ session, mode: "agent", calls: 1, pending: 0, status: "ok" }],
    });
    const shown = await perspt(["journal", "show", session]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(
      /^ *6 {2}\S+ \S+ {2}mcp\.box\.echo {2}allow: risk_runs {2}completed +\d/m,
    );
    const { records } = documentOf(await perspt(["journal", "show", session, "--json"]));
    expect(records).toHaveLength(8);
  });

  test("a refused one: the refusal, and no intent", async () => {
    const { stateDirectory, perspt } = await withSession("refused");
    const types = recordsIn(stateDirectory).map(({ type }) => type);
    expect(types).toContain("refusal");
    expect(types).not.toContain("intent");
    const [session = ""] = sessionsIn(stateDirectory);
    const shown = await perspt(["journal", "show", session]);
    expect(shown.stdout).toMatch(/mcp\.box\.count +deny: nobody_to_ask +not sent/);
  });

  test("an uncertain one: an intent without a completed outcome, marked in doubt (report 21)", async () => {
    const { stateDirectory, perspt, path } = await withSession("in_doubt");
    const outcomes = recordsIn(stateDirectory).filter(({ type }) => type === "outcome");
    expect(outcomes).toMatchObject([{ kind: "uncertain", mayHaveRun: true }]);
    expect(readFileSync(path("effects"), "utf8")).toBe("counted\n");
    const [session = ""] = sessionsIn(stateDirectory);
    const shown = await perspt(["journal", "show", session]);
    expect(shown.stdout).toMatch(
      /mcp\.drops\.count +allow: risk_runs +uncertain +[\d.]+ +in doubt/,
    );
    expect(shown.stdout).toContain("In doubt: may have run, and is never sent again by itself");
    expect(documentOf(await perspt(["journal", "verify", "--json"]))).toMatchObject({
      sessions: [{ session, status: "ok", pending: 1 }],
    });
  });

  test("looking leaves nothing: neither inspect nor explain nor the journal commands", async () => {
    const { perspt, configure, stateDirectory } = workplace();
    configure(fixtureServer("box", "toolbox"), policy("echo", "search"));
    for (const words of [
      ["mcp", "inspect"],
      ["mcp", "explain", "mcp.box.echo"],
      ["journal", "list"],
      ["journal", "verify"],
    ]) {
      expect((await perspt(words)).code).toBe(0);
    }
    expect(existsSync(stateDirectory)).toBe(false);
  });
});

describe("journal verify", () => {
  test("says where a changed record stops to verify (T75, report 24), and exits 1", async () => {
    const { stateDirectory, perspt } = await withSession("completed");
    const [session = ""] = sessionsIn(stateDirectory);
    const [segment = ""] = segmentsOf(stateDirectory, session);
    const text = readFileSync(segment, "utf8");
    const at = text.indexOf('"message":"hello"');
    const lineStart = text.lastIndexOf("\n", at) + 1;
    writeFileSync(segment, text.replace('"message":"hello"', '"message":"jello"'));
    const result = await perspt(["journal", "verify", "--json"]);
    expect(result.code).toBe(1);
    expect(errorOf(result)).toMatchObject({ code: "journal_damaged" });
    expect(documentOf(result)).toMatchObject({
      sessions: [
        {
          session,
          status: "corrupt",
          records: 5,
          at: { record: 6, segment: "segment-000001.jsonl", offset: lineStart },
          reason: textLike(new RegExp(`byte ${lineStart}\\b`)),
        },
      ],
    });
    const shown = await perspt(["journal", "show", session, "--json"]);
    expect(shown.code).toBe(1);
    expect(documentOf(shown)["records"]).toHaveLength(5);
  });

  test("tells a log that is shorter than its anchor from one that is only torn", async () => {
    const lost = await withSession("completed");
    const [session = ""] = sessionsIn(lost.stateDirectory);
    const [segment = ""] = segmentsOf(lost.stateDirectory, session);
    const lines = readFileSync(segment, "utf8").split("\n");
    writeFileSync(segment, `${lines.slice(0, 6).join("\n")}\n`);
    const result = await lost.perspt(["journal", "verify", session, "--json"]);
    expect([result.code, documentOf(result)]).toMatchObject([
      1,
      { sessions: [{ status: "lost_data" }] },
    ]);
    // The anchor says how much had been acknowledged; without it, the same bytes are a crash's tail.
    writeFileSync(segment, `${lines.slice(0, 6).join("\n")}\n${(lines[6] ?? "").slice(0, 20)}`);
    writeFileSync(`${lost.stateDirectory}/journals/${session}/anchor.json`, "");
    const torn = await lost.perspt(["journal", "verify", session, "--json"]);
    expect([torn.code, documentOf(torn)]).toMatchObject([
      0,
      { sessions: [{ status: "unfinished_tail", records: 6, pending: 1 }] },
    ]);
  });

  test("of a session that is not there, or of a name that leads out, is a mistyped line", async () => {
    const { perspt } = await withSession("completed");
    for (const [name, code] of [
      ["no-such-session", "session_not_found"],
      ["../../etc", "invalid_session_id"],
    ] as const) {
      for (const command of ["verify", "show"]) {
        const result = await perspt(["journal", command, name, "--json"]);
        expect([result.code, errorOf(result)]).toMatchObject([1, { code }]);
      }
    }
  });

  test("no sessions are an empty list", async () => {
    const { perspt } = workplace();
    for (const command of ["list", "verify"]) {
      expect(await perspt(["journal", command, "--json"])).toEqual({
        code: 0,
        stdout: '{"schemaVersion":1,"sessions":[]}\n',
        stderr: "",
      });
    }
  });
});

test("no secret of a mapped variable is in the journal, nor in what is shown of it, in any encoding (T77)", async () => {
  const { perspt, configure, stateDirectory } = workplace();
  configure(
    fixtureServer("box", "toolbox", { lines: ['env_from_env = { TOKEN = "SOURCE" }'] }),
    policy("environment", "system_probe"),
    policy("echo", "search"),
  );
  const secret = 'canary/s3cret+"0123456789"';
  const bytes = Buffer.from(secret);
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    encodeURIComponent(secret),
    bytes.toString("hex"),
  ];
  const options = { environment: { SOURCE: secret } };
  await perspt(["mcp", "call", "mcp.box.environment"], options);
  await perspt(["mcp", "call", "mcp.box.echo", `message=${spellings.join(" | ")}`], options);
  const sessions = sessionsIn(stateDirectory);
  expect(sessions).toHaveLength(2);
  const files = sessions
    .flatMap((session) => segmentsOf(stateDirectory, session))
    .map((file) => readFileSync(file, "utf8"));
  const shown = await Promise.all(
    sessions.flatMap((session) => [
      perspt(["journal", "show", session, "--verbose"]),
      perspt(["journal", "show", session, "--json"]),
      perspt(["journal", "export", session]),
    ]),
  );
  const text = [...files, ...shown.flatMap(({ stdout, stderr }) => [stdout, stderr])].join("\n");
  expect(text).toContain("mcp.box.echo");
  for (const spelling of spellings) expect(text).not.toContain(spelling);
});
