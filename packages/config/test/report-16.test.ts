import { describe, expect, test } from "vitest";
import { formatProblems, parseConfig } from "../src/index.js";

/** What a person reads about a file that does not load. */
function textOf(text: string): string {
  const reading = parseConfig(text, "config.toml");
  if (reading.kind === "valid") throw new Error("it loads");
  return formatProblems(reading.problems);
}

const KEYS =
  "id, transport, command, url, env_from_env, headers_from_env, max_stderr_bytes, modes, timeout_ms, max_result_bytes, " +
  "max_sampling_tokens, max_task_wait_ms, sampling, elicitation, subscriptions, tasks, roots, resource_subscriptions and tools";

describe("errors name the file, the place, the table, the key, what is allowed and what to do (report 16)", () => {
  test("bad TOML", () => {
    expect(textOf('[[external_tools]]\nid = "docs"\ntransport = stdio\n')).toBe(
      'config.toml:3:13: [[external_tools]] "docs" transport: expected TOML, received text that is none (invalid value). ' +
        'Fix: Write `transport = "stdio"`.',
    );
    expect(textOf('[[external_tools]]\nid = "docs\n')).toBe(
      "config.toml:2:11: [[external_tools]] id: expected TOML, received text that is none (control characters are not allowed in strings). " +
        "Fix: Put text between quotation marks on one line, with \\\\ for each backslash, or between single quotation marks as it is.",
    );
    expect(textOf('[chat]\n[[external_tools]\nid = "docs"\n')).toBe(
      "config.toml:2:18: [chat]: expected TOML, received text that is none (expected end of table array declaration). " +
        "Fix: Write a header such as [[external_tools]] or [external_tools.tools.search] alone on its line.",
    );
    expect(textOf("[chat]\nmax_tool_rounds = 1\nmax_tool_rounds = 2\n")).toBe(
      "config.toml:3:1: [chat] max_tool_rounds: expected TOML, received text that is none (trying to redefine an already defined table or value). " +
        "Fix: Remove `max_tool_rounds`, because the table has that key already.",
    );
  });

  test("an unknown key", () => {
    const text =
      '[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\ntimout_ms = 1000\ncolour = 1\n';
    expect(textOf(text)).toBe(
      `config.toml:5:1: [[external_tools]] "docs" timout_ms: expected one of the keys ${KEYS}, received an unknown key. Fix: Rename it to \`timeout_ms\`.\n` +
        `config.toml:6:1: [[external_tools]] "docs" colour: expected one of the keys ${KEYS}, received an unknown key. Fix: Remove \`colour\`.`,
    );
  });

  test("command and url together", () => {
    const text =
      '[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\nurl = "https://x.test/"\n';
    expect(textOf(text)).toBe(
      'config.toml:5:1: [[external_tools]] "docs" url: expected command alone with transport = "stdio", received url as well as command. ' +
        "Fix: Remove `url`.",
    );
  });

  test("a string for a number", () => {
    const text =
      '[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n\n  timeout_ms = "60000"\n';
    expect(textOf(text)).toBe(
      'config.toml:6:3: [[external_tools]] "docs" timeout_ms: expected a whole number from 1 to 3600000, received "60000". ' +
        "Fix: Write `timeout_ms = 60000`.",
    );
  });

  test("one id twice", () => {
    const server = (id: string) =>
      `[[external_tools]]\nid = "${id}"\ntransport = "stdio"\ncommand = ["docs"]\n`;
    expect(textOf(server("docs") + server("Docs"))).toBe(
      'config.toml:6:1: [[external_tools]] "Docs" id: expected an id that no other server has, whatever its case, received "Docs", which line 2 has. ' +
        'Fix: Write `id = "Docs-2"`.',
    );
  });

  test("a word that is not allowed", () => {
    const text =
      '[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n[external_tools.tools."a.b"]\nrisk = "lwo"\n';
    expect(textOf(text)).toBe(
      'config.toml:6:1: [external_tools.tools."a.b"] of "docs" risk: expected one of "none", "low", "medium", "high", "critical", received "lwo". ' +
        'Fix: Write `risk = "low"`.',
    );
  });

  test("a missing key is reported at its table, and a server without an id by its number", () => {
    expect(textOf('[chat]\n[[external_tools]]\ntransport = "stdio"\ncommand = ["docs"]\n')).toBe(
      "config.toml:2:1: [[external_tools]] number 1 id: expected 1 to 32 ASCII letters, digits, _ and -, of which the first is a letter or digit, received no such key. " +
        'Fix: Add `id = "docs"`.',
    );
  });

  test("everything wrong is told at once, in the order of the file", () => {
    const reading = parseConfig(
      "[agent]\nmax_turns = 0\n[chat]\nx = 1\n[model]\n[[external_tools]]\n",
      "config.toml",
    );
    expect(
      reading.kind === "invalid" && reading.problems.map(({ line, code }) => `${line} ${code}`),
    ).toEqual([
      "2 out_of_range",
      "4 unknown_key",
      "5 missing_key",
      "6 missing_key",
      "6 missing_key",
      "6 missing_key",
    ]);
  });
});

describe("what a person must not read", () => {
  test("no text holds a secret, wherever somebody put one (T21)", () => {
    const secret = "sk-verysecret";
    const places = [
      `[model]\nprovider = "openai"\nmodel = "x"\napi_key = "${secret}"\n`,
      `[model]\nprovider = "openai"\nmodel = "x"\napi_key = ${secret}\n`,
      `[model]\nprovider = "openai"\nmodel = "x"\napi_key_env = "${secret}"\n`,
      `[model]\nprovider = "openai"\nmodel = "x"\ncontext_tokens = "${secret}"\n`,
      `[[external_tools]]\nid = "${secret}!"\ntransport = "${secret}"\ncommand = "${secret}"\nmodes = ["${secret}"]\n`,
      `[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x", "${secret}", 1]\nenv = { A = "${secret}" }\ntoken = "${secret}"\n`,
      `[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x", "${secret}"]\nenv_from_env = { A = "${secret}" }\n`,
      `[[external_tools]]\nid = "a"\ntransport = "streamable_http"\nurl = "http://me:${secret}@x.test/#${secret}"\nheaders_from_env = { A = "Bearer ${secret}" }\n`,
      `[[external_tools]]\nid = "a"\ntransport = "streamable_http"\nurl = "http://x.test/?key=${secret}"\nheaders = { A = "${secret}" }\n`,
      `[[external_tools]]\nid = "a"\ntransport = "streamable_http"\nurl = "https://x.test/?key=${secret}"\n`,
      `[[external_tools]]\nid = "a"\ntransport = "stdio"\ncommand = ["x"]\nroots = ["${secret}"]\nresource_subscriptions = ["${secret}"]\n`,
    ];
    for (const text of places) {
      const reading = parseConfig(text, "config.toml");
      const said = reading.kind === "valid" ? reading.warnings : reading.problems;
      expect(said.length).toBeGreaterThan(0);
      expect(JSON.stringify(said)).not.toContain("verysecret");
    }
  });

  test("control and invisible characters of the file reach no terminal", () => {
    const reading = parseConfig(
      '[agent]\nhosts = ["\\u001b[2J\\u202e"]\n"\\u001b]0;x\\u0007" = 1\n',
      "config.toml",
    );
    const text = reading.kind === "invalid" ? formatProblems(reading.problems) : "";
    expect(text).toContain('received "\\u001b[2J\\u202e"');
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("content that is no configuration at all", () => {
  test("bytes that are not UTF-8 are refused where they stand, not replaced", () => {
    const bytes = Buffer.concat([
      Buffer.from('[chat]\nx = "'),
      Buffer.from([0xff]),
      Buffer.from('"\n'),
    ]);
    const reading = parseConfig(bytes, "config.toml");
    expect(reading.kind === "invalid" && formatProblems(reading.problems)).toBe(
      "config.toml:2:6: expected UTF-8, received bytes that are none. Fix: Save the file as UTF-8.",
    );
    expect(parseConfig(Buffer.from("\uFEFF[chat]\n"), "config.toml").kind).toBe("valid");
  });

  test("a file beyond the bound is not parsed", () => {
    const reading = parseConfig("#".repeat(1024 * 1024 + 1), "config.toml");
    expect(reading.kind === "invalid" && formatProblems(reading.problems)).toBe(
      "config.toml:1:1: expected a configuration of at most 1048576 bytes, received one of 1048577. Fix: Name another file with --config.",
    );
  });
});
