import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { segmentsOf, sessionsIn } from "./support/journal-files.js";
import { documentOf, errorOf, PROGRAM } from "./support/run-program.js";
import { fixtureServer, policy, WRITES_EFFECTS } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

/** One completed read, recorded; the server's program is gone afterwards. */
async function recorded(): Promise<{ readonly place: Workplace; readonly session: string }> {
  const place = workplace();
  place.configure(
    fixtureServer("box", "toolbox", { args: ["--effects", place.path("effects")] }),
    policy("echo", "search"),
    policy("count", "data_write", { selectors: WRITES_EFFECTS }),
  );
  await place.perspt(["mcp", "call", "mcp.box.count", "note=once"]);
  const [session = ""] = sessionsIn(place.stateDirectory);
  return { place, session };
}

/** Makes a program write down every process that it starts and every connection that it opens. */
const WATCH = `
const { appendFileSync } = require("node:fs");
const saw = (what) => appendFileSync(process.env.SEEN, what + "\\n");
const childProcess = require("node:child_process");
for (const name of ["spawn", "spawnSync", "exec", "execFile", "execFileSync", "fork"]) {
  const real = childProcess[name];
  childProcess[name] = (...words) => (saw(name), real(...words));
}
require("node:module").syncBuiltinESMExports();
const { Socket } = require("node:net");
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...words) { saw("connect"); return connect.apply(this, words); };
`;

describe("perspt replay", () => {
  test("decides a session again and takes its outcomes from the record; the effect does not happen again", async () => {
    const { place, session } = await recorded();
    const shown = await place.perspt(["replay", session]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`${session}  same  1 decision comes out as recorded`);
    expect(shown.stdout).toMatch(/mcp\.box\.count {2}risk_runs {2}completed/);
    const first = documentOf(await place.perspt(["replay", session, "--json"]));
    const second = documentOf(await place.perspt(["replay", session, "--json"]));
    expect(first).toMatchObject({ schemaVersion: 1, session, replay: "same" });
    expect(second["transcriptHash"]).toBe(first["transcriptHash"]);
    expect(readFileSync(place.path("effects"), "utf8")).toBe("once\n");
  });

  test("starts no process and opens no connection, and a watch that would have seen them sees a call's", async () => {
    const { place, session } = await recorded();
    const hook = place.write("watch.cjs", WATCH);
    const environment = { NODE_OPTIONS: `--require ${hook}`, SEEN: place.path("seen") };
    expect((await place.perspt(["replay", session], { environment })).code).toBe(0);
    expect(existsSync(place.path("seen"))).toBe(false);
    await place.perspt(["mcp", "call", "mcp.box.echo", "message=x"], { environment });
    expect(readFileSync(place.path("seen"), "utf8")).toContain("spawn\n");
  });

  const strace = spawnSync("strace", ["-V"]).status === 0;
  test.runIf(strace)("makes no system call for a network or a program", async () => {
    const { place, session } = await recorded();
    const log = place.path("strace");
    spawnSync(
      "strace",
      [
        "-f",
        "-e",
        "trace=socket,connect,execve",
        "-o",
        log,
        process.execPath,
        PROGRAM,
        "replay",
        session,
      ],
      { cwd: place.path("work"), env: place.environment },
    );
    const calls = readFileSync(log, "utf8").match(/(?:socket|connect|execve)\(/g);
    expect(calls).toEqual(["execve("]);
  });

  test("works where the configuration and the server are gone", async () => {
    const { place, session } = await recorded();
    rmSync(place.configFile);
    expect((await place.perspt(["replay", session])).code).toBe(0);
  });

  test("--policy says what another policy would have decided, and why", async () => {
    const { place, session } = await recorded();
    const stricter = place.write(
      "stricter.toml",
      [
        fixtureServer("box", "toolbox"),
        policy("count", "data_write", { risk: "high", selectors: WRITES_EFFECTS }),
      ].join("\n\n"),
    );
    const document = documentOf(
      await place.perspt(["replay", session, "--policy", stricter, "--json"]),
    );
    expect(document).toMatchObject({
      calls: 1,
      differing: [
        {
          operation: "mcp.box.count",
          recorded: "allow: risk_runs",
          now: "deny: nobody_to_ask",
        },
      ],
    });
    const shown = await place.perspt(["replay", session, "--policy", stricter]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("1 call under the other policy: 1 otherwise");
    const same = await place.perspt(["replay", session, "--policy", place.configFile]);
    expect(same.stdout).toContain("1 call under the other policy: all as recorded");
  });

  test("a log that was changed does not verify, and is not replayed", async () => {
    const { place, session } = await recorded();
    const [file = ""] = segmentsOf(place.stateDirectory, session);
    writeFileSync(file, readFileSync(file, "utf8").replace('"risk":"low"', '"risk":"none"'));
    const result = await place.perspt(["replay", session, "--json"]);
    expect(result.code).toBe(1);
    expect(errorOf(result)).toMatchObject({ code: "journal_damaged" });
  });

  test("a session that is not there, and a policy file that does not load, are said plainly", async () => {
    const { place, session } = await recorded();
    expect(errorOf(await place.perspt(["replay", "nothing", "--json"]))).toMatchObject({
      code: "session_not_found",
    });
    const result = await place.perspt(["replay", session, "--policy", "/nowhere.toml", "--json"]);
    expect([result.code, errorOf(result)]).toMatchObject([2, { code: "config_not_found" }]);
  });
});
