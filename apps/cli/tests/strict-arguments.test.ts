import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fixture, recordStdin, startFixture } from "@perspt/fixture-servers";
import { describe, expect, onTestFinished, test } from "vitest";
import { documentOf, endOf, errorOf, PROGRAM } from "./support/run-program.js";
import { httpServer, policy, stdioServer } from "./support/server-tables.js";
import { type Workplace, workplace } from "./support/workplace.js";

const UNDECODABLE_HINT = `Write UTF-8. A U+FFFD that is meant is written as \\ufffd in --args: --args '{"key":"\\ufffd"}'.`;
const TRANSPORTS = ["stdio", "streamable_http"] as const;

interface Recorded extends Workplace {
  /** Whether a call reached the server, by the bytes that it received. */
  readonly wasCalled: () => boolean;
  readonly received: () => string;
}

/** A configured `echo`, of which every byte that it receives is written down. */
async function recorded(transport: (typeof TRANSPORTS)[number]): Promise<Recorded> {
  const place = workplace();
  const log = place.path("received");
  if (transport === "stdio") {
    const command = recordStdin(log, [process.execPath, fixture("toolbox")]);
    place.configure(stdioServer("box", command), policy("echo", "search"));
  } else {
    const server = await startFixture("toolbox", ["--record", log]);
    onTestFinished(() => server.stop());
    place.configure(httpServer("box", server.url), policy("echo", "search"));
  }
  const received = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  return { ...place, received, wasCalled: () => received().includes("tools/call") };
}

const AMBIGUOUS: readonly (readonly [args: string, code: string, message: string])[] = [
  [
    '{"message":"a","message":"/etc"}',
    "ambiguous_json",
    '(at /message): Expected each member once; got "message" twice.',
  ],
  [
    '{"message":"a","m\\u0065ssage":"b"}',
    "ambiguous_json",
    '(at /message): Expected each member once; got "message" twice.',
  ],
  [
    '{"n":9007199254740993}',
    "ambiguous_json",
    '(at /n): Expected a number that JSON readers agree on; got "9007199254740993", which is read as 9007199254740992. Longer numbers travel as text.',
  ],
  [
    '{"n":1e400}',
    "ambiguous_json",
    '(at /n): Expected a number that JSON readers agree on; got "1e400", which is read as Infinity. Longer numbers travel as text.',
  ],
  [
    '{"n":-0}',
    "ambiguous_json",
    '(at /n): Expected a number that JSON readers agree on; got "-0", which is read as 0. Write that, or pass it as text.',
  ],
  [
    '{"message":"\\ud800"}',
    "ambiguous_json",
    "(at /message): Expected text of whole characters; got half of a surrogate pair.",
  ],
  [
    '{"__proto__":{"x":1}}',
    "forbidden_key",
    "(at /__proto__): Expected no member named __proto__, which could reach every object of a program; got one.",
  ],
  [
    '{"a":[{"\\u005f_proto__":1}]}',
    "forbidden_key",
    "(at /a/0/__proto__): Expected no member named __proto__, which could reach every object of a program; got one.",
  ],
];

describe.each(TRANSPORTS)(
  "arguments that could be read in two ways, over %s (T30, T31, T32, T33)",
  (transport) => {
    test("are refused in --args (exit 6), with their place, and nothing is sent", async () => {
      const { perspt, wasCalled } = await recorded(transport);
      for (const [args, code, message] of AMBIGUOUS) {
        const result = await perspt(["mcp", "call", "mcp.box.echo", "--args", args, "--json"]);
        expect([args, result.code]).toEqual([args, 6]);
        expect(documentOf(result)).toMatchObject({
          outcome: "refused",
          mayHaveRun: false,
          result: null,
          error: { code, message: `The arguments cannot be read ${message}` },
          journal: null,
        });
      }
      expect(wasCalled()).toBe(false);
    });

    test("are refused as key=value: __proto__ (exit 6), and a key that stands there twice (exit 1)", async () => {
      const { perspt, wasCalled } = await recorded(transport);
      const inherited = await perspt(["mcp", "call", "mcp.box.echo", "__proto__=1", "--json"]);
      expect([inherited.code, errorOf(inherited)]).toMatchObject([6, { code: "forbidden_key" }]);
      const twice = await perspt([
        "mcp",
        "call",
        "mcp.box.echo",
        "message=a",
        "message=b",
        "--json",
      ]);
      expect([twice.code, errorOf(twice)]).toEqual([
        1,
        {
          code: "unreadable_arguments",
          message: 'The argument "message" stands there more than once.',
          hint: "Write each argument as key=value, or all of them with --args JSON.",
        },
      ]);
      expect(wasCalled()).toBe(false);
    });

    test("are refused where the bytes of a word are not UTF-8 (exit 1); a U+FFFD that is meant is sent", async () => {
      const { environment, perspt, received, wasCalled } = await recorded(transport);
      for (const words of [
        `"message=$(printf 'caf\\351')"`,
        `--args "$(printf '{"message":"\\377"}')"`,
      ]) {
        const script = `exec "$0" "$1" mcp call mcp.box.echo ${words} --json`;
        const child = spawn("/bin/sh", ["-c", script, process.execPath, PROGRAM], {
          env: environment,
        });
        const result = await endOf(child);
        expect([result.code, errorOf(result)]).toMatchObject([
          1,
          { code: "unreadable_arguments", hint: UNDECODABLE_HINT },
        ]);
      }
      expect(wasCalled()).toBe(false);
      const meant = await perspt([
        "mcp",
        "call",
        "mcp.box.echo",
        "--args",
        '{"message":"\\ufffd"}',
      ]);
      expect([meant.code, meant.stdout]).toEqual([0, "\ufffd\n"]);
      expect(received()).toContain("\ufffd");
    });

    test("what is no number for certain travels as the text that was typed after key= (report 23)", async () => {
      const { perspt, received } = await recorded(transport);
      for (const text of ["9007199254740993", "1e400", "-0", '"\\ud800"']) {
        const result = await perspt(["mcp", "call", "mcp.box.echo", `message=${text}`, "--quiet"]);
        expect(result).toEqual({ code: 0, stdout: `${text}\n`, stderr: "" });
      }
      expect(received()).toContain("tools/call");
    });
  },
);

test("a file of arguments is read as strictly (T31)", async () => {
  const { perspt, write, wasCalled } = await recorded("stdio");
  const file = write("arguments.json", '{"message":"a","message":"b"}');
  const result = await perspt(["mcp", "call", "mcp.box.echo", "--args", `@${file}`, "--json"]);
  expect([result.code, errorOf(result)]).toMatchObject([6, { code: "ambiguous_json" }]);
  expect(wasCalled()).toBe(false);
});
