import { copyFileSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { processesWith, until } from "./support/processes.js";
import { documentOf, PROGRAM } from "./support/run-program.js";
import { type Workplace, workplace } from "./support/workplace.js";

const TITLES = [
  "A configuration: one server, and a policy for its tools",
  "Discovery and admission",
  "A call that is allowed",
  "A call that is refused",
  "A server that dies in the middle of a call",
  "Perspt itself is killed in the middle of a call",
  "The journals, verified",
];

/** A workplace whose temporary files can be seen. */
function withTemporaryFiles(): Workplace & { readonly temporary: string } {
  const place = workplace();
  const temporary = place.path("tmp");
  mkdirSync(temporary);
  return { ...place, temporary };
}

interface Steps {
  readonly steps: readonly {
    readonly title: string;
    readonly claims: readonly { readonly text: string; readonly holds: boolean }[];
  }[];
}

describe("perspt demo", () => {
  test("does what it says at every step, and leaves neither files nor processes", async () => {
    const { perspt, temporary, path } = withTemporaryFiles();
    const result = await perspt(["demo"], { environment: { TMPDIR: temporary } });
    expect([result.code, result.stderr.replace(/^perspt: .* …\n/gm, "")]).toEqual([0, ""]);
    const titles = [...result.stdout.matchAll(/^\d\. (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(TITLES);
    expect(result.stdout).not.toContain("✗");
    expect(result.stdout).toMatch(/^ {4}allow by risk_runs: /m);
    expect(result.stdout).toMatch(/^ {4}uncertain \(server_exited\): /m);
    expect(result.stdout).toMatch(/^ {4}deny by unsettled: /m);
    expect(result.stdout).toMatch(/^ {2}in doubt: #\d+ mcp\.notes\.add_note \(no outcome\)$/m);
    expect(result.stdout).toContain("Every step did what it says. Next:");
    expect(readdirSync(temporary)).toEqual([]);
    await until("its servers have ended", () => processesWith(temporary).length === 0);
    expect(readdirSync(path("."))).not.toContain("state");
  });

  test("is one document under --json: its steps, and what held", async () => {
    const { perspt, temporary } = withTemporaryFiles();
    const result = await perspt(["demo", "--json"], { environment: { TMPDIR: temporary } });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    const { steps } = documentOf(result) as unknown as Steps;
    expect(steps.map(({ title }) => title)).toEqual(TITLES);
    expect(steps.flatMap(({ claims }) => claims.filter(({ holds }) => !holds))).toEqual([]);
  });

  test("says so and fails where a claim does not hold: here its server is another one", async () => {
    const { perspt, temporary, path, write } = withTemporaryFiles();
    cpSync(dirname(PROGRAM), path("copy/dist"), { recursive: true });
    copyFileSync(join(dirname(PROGRAM), "../package.json"), path("copy/package.json"));
    write("copy/dist/demo-server.js", `import ${JSON.stringify(fixture("echo"))};\n`);
    const result = await perspt(["demo"], {
      program: path("copy/dist/main.js"),
      environment: { TMPDIR: temporary },
    });
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("✗ The four tools that the policy names are admitted.");
    expect(result.stdout).not.toContain("A call that is allowed");
    expect(result.stderr).toContain("The demo did not do what it says:");
    expect(readdirSync(temporary)).toEqual([]);
  });
});
