import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConfigProblem, formatProblems, parseConfig } from "../src/index.js";
import { followFix } from "./follow-fix.js";
import { HTTP_EXAMPLE, SETTINGS_EXAMPLE, STDIO_EXAMPLE } from "./mission-examples.js";

const EXAMPLE = `${STDIO_EXAMPLE}\n${HTTP_EXAMPLE}\n${SETTINGS_EXAMPLE}`;

function findings(text: string): readonly ConfigProblem[] {
  const reading = parseConfig(text, "config.toml");
  return reading.kind === "valid" ? reading.warnings : reading.problems;
}

/** Follows one fix after the other until nothing is left to say. */
function followAll(text: string): string {
  let current = text;
  for (let round = 0; round < 40; round += 1) {
    const [first] = findings(current);
    if (first === undefined) return current;
    const next = followFix(current, first);
    if (next === null) throw new Error(`no TOML in: ${formatProblems([first])}\n${current}`);
    if (next === current)
      throw new Error(`nothing changed by: ${formatProblems([first])}\n${current}`);
    current = next;
  }
  throw new Error(`still wrong after 40 fixes: ${formatProblems(findings(current))}\n${current}`);
}

const server = (lines: string) =>
  `[[external_tools]]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n${lines}\n`;
const httpServer = (lines: string) =>
  `[[external_tools]]\nid = "docs"\ntransport = "streamable_http"\n${lines}\n`;
const tool = (lines: string) =>
  server(
    `[external_tools.tools.search]\neffect = "search"\nfootprint = { selectors = [] }\n${lines}`,
  );
const footprint = (selectors: string) =>
  server(`[external_tools.tools.search]\neffect = "search"\nfootprint = ${selectors}`);
const model = (lines: string) => `[model]\nprovider = "openai"\n${lines}\n`;

/** Broken files, each with the codes of everything that is found in it. */
const BROKEN: readonly (readonly [codes: string, text: string])[] = [
  ["syntax_error", server("").replace('"docs"', "docs")],
  ["syntax_error", server("timeout_ms = 1\ntimeout_ms = 2")],
  ["unsafe_key", server('[external_tools.tools.__proto__]\neffect = "search"')],
  ["unsafe_key", server('env_from_env = { constructor = "X" }')],
  ["unsafe_key unsafe_key", "constructor = 1\n[__proto__]\nx = 1\n"],
  ["unknown_key", server("timout_ms = 1000")],
  ["unknown_key", server("colour = true")],
  ["unknown_key", server("timeout_ms = 1\ntimeout = 2")],
  ["unknown_key", server('env = { DOCS_TOKEN = "abc" }')],
  ["unknown_key", server('env_from_env = { A = "B" }\nenv = { DOCS_TOKEN = "abc" }')],
  ["unknown_key", httpServer('url = "https://x.test/"\nheaders = { "X-Api-Key" = "abc" }')],
  ["unknown_key", server('args = ["x"]')],
  ["unknown_key", server('cwd = "/tmp"')],
  ["unknown_key", server("enabled = true")],
  [
    "unknown_key",
    '[[external_tools]]\nid = "a"\ntype = "stdio"\ncommand = ["x"]\n'.replace(
      "type",
      'transport = "stdio"\ntype',
    ),
  ],
  [
    "unknown_key missing_key",
    '[[external_tools]]\nname = "a"\ntransport = "stdio"\ncommand = ["x"]\n',
  ],
  ["missing_key unknown_key", '[[external_tools]]\nid = "a"\ntype = "stdio"\ncommand = ["x"]\n'],
  ["unknown_key", "[external_tool]\n[chat]\n".replace("external_tool", "chta")],
  ["unknown_key", '[mcp_servers.docs]\ncommand = "docs"\n'],
  [
    "unknown_key",
    server('[external_tools.tools.a.b]\neffect = "search"\nfootprint = { selectors = [] }'),
  ],
  ["unknown_key", footprint('{ selectors = [{ kind = "opaque_workspace", field = "x" }] }')],
  ["unknown_key", footprint("{ selectors = [], selector = [] }")],
  ["missing_key missing_key missing_key", "[[external_tools]]\n"],
  ["missing_key", '[[external_tools]]\nid = "a"\nurl = "https://x.test/"\n'],
  ["missing_key", httpServer("")],
  ["missing_key", model("")],
  ["missing_key missing_key", '[model]\nprovider = "openai_compatible"\n'],
  ["missing_key", "[model]\n"],
  ["missing_key", footprint('{ selectors = [{ field = "x" }] }')],
  [
    "missing_key missing_key missing_key",
    footprint('{ selectors = [{ kind = "scoped_argument" }] }'),
  ],
  ["missing_key", footprint("{}")],
  ["missing_key", tool('proposal_bindings = [{ field = "x" }]')],
  ["missing_key missing_key", tool('proposal_bindings = [{ kind = "multi_value" }]')],
  ["wrong_type", '[external_tools]\nid = "docs"\ntransport = "stdio"\ncommand = ["docs"]\n'],
  ["wrong_type", 'external_tools = "docs"\n'],
  ["wrong_type", "external_tools = [1]\n"],
  ["wrong_type", 'model = "qwen3"\n'],
  ["wrong_type", '[models]\nlocal = "qwen3"\n'],
  ["wrong_type", server('timeout_ms = "30000"')],
  ["wrong_type", server('timeout_ms = "30s"')],
  ["wrong_type", server("timeout_ms = 1979-05-27")],
  ["wrong_type", server('tasks = "false"')],
  ["wrong_type", server("tasks = 1")],
  ["wrong_type", server('modes = "chat"')],
  ["wrong_type", server('roots = "/home/me/my project"')],
  ["wrong_type", server('roots = ["file:///home/me"]')],
  ["wrong_type", server('resource_subscriptions = "docs://guide"')],
  ["wrong_type", server("resource_subscriptions = [1]")],
  ["wrong_type", server('tools = ["search"]')],
  ["wrong_type", server("tools.search = true").replace("tools.search", "tools . search")],
  ["wrong_type", server('env_from_env = ["DOCS_TOKEN"]')],
  ["wrong_type", server("env_from_env = { DOCS_TOKEN = 1 }")],
  ["wrong_type", server("").replace('["docs"]', '"npx -y docs"')],
  ["wrong_type", server("").replace('["docs"]', '["docs", 1]')],
  ["wrong_type", server("").replace('"docs"', "7")],
  ["wrong_type", server("").replace('"stdio"', "7")],
  ["wrong_type", footprint('[{ kind = "path_argument", field = "path", access = "read" }]')],
  ["wrong_type", footprint('"none"')],
  ["wrong_type", footprint('{ selectors = "none" }')],
  ["wrong_type", footprint('{ selectors = ["none"] }')],
  ["wrong_type", '[agent]\nverify = "npm test"\n'],
  ["wrong_type wrong_type", '[agent]\ncommands = ["npm", "test"]\n'],
  ["out_of_range", server("timeout_ms = 0")],
  ["out_of_range", server("timeout_ms = 99999999")],
  ["out_of_range", server("timeout_ms = 99999999999999999999")],
  ["out_of_range", server("max_result_bytes = 2048.5")],
  ["out_of_range", server("max_task_wait_ms = inf")],
  ["out_of_range", "[chat]\nmax_tool_rounds = -1\n"],
  ["not_allowed", tool('risk = "middle"')],
  ["not_allowed", tool('risk = "Low"')],
  ["not_allowed", server('modes = ["agnet", "chat"]')],
  ["not_allowed", server("").replace('"stdio"', '"STDIO"')],
  ["not_allowed", httpServer('url = "https://x.test/"').replace('"streamable_http"', '"http"')],
  [
    "not_allowed",
    footprint('{ selectors = [{ kind = "path_arg", field = "path", access = "read" }] }'),
  ],
  ["not_allowed", footprint('{ selectors = [{ kind = "everything" }] }')],
  ["not_allowed", tool('proposal_bindings = [{ kind = "paths", field = "x" }]')],
  ["not_allowed", tool('proposal_bindings = [{ kind = "everything", field = "x" }]')],
  ["not_allowed", model('model = "x"').replace('"openai"', '"open-ai"')],
  ["not_allowed", '[agent]\ncritical_effects = ["run_shel", "nope"]\n'.replace(', "nope"', "")],
  ["invalid_value", server("").replace('"docs"', '"my docs"')],
  ["invalid_value", server("").replace('"docs"', '"a.b"')],
  ["invalid_value", server("").replace('"docs"', '"é"')],
  ["invalid_value", server("modes = []")],
  ["invalid_value", server('env_from_env = { DOCS_TOKEN = "$COMPANY_DOCS_TOKEN" }')],
  ["invalid_value", server('env_from_env = { DOCS_TOKEN = "not a name" }')],
  ["invalid_value", server('resource_subscriptions = ["guide.md"]')],
  ["invalid_value", server('resource_subscriptions = ["docs://{page}"]')],
  ["invalid_value", tool('pin = "sha256:ABC"')],
  ["invalid_value", tool(`pin = "${"AB".repeat(32)}"`)],
  ["invalid_value", '[agent]\nhosts = ["https://example.test/path"]\n'],
  ["invalid_value", '[agent]\nverify = [""]\n'],
  ["invalid_value", '[models."a b"]\nprovider = "rehearsal"\n'],
  ["invalid_value", model('model = ""')],
  ["invalid_value", server("").replace('["docs"]', "[]")],
  ["duplicate_id", `${server("")}${server("").replace("docs", "DOCS")}`],
  ["duplicate_value", server('modes = ["chat", "agent", "chat"]')],
  ["duplicate_value", server('resource_subscriptions = ["a://b", "a://b"]')],
  ["duplicate_value", server('roots = [{ uri = "file:///a" }, { uri = "file:///a/" }]')],
  [
    "too_many",
    server(
      `resource_subscriptions = [${Array.from({ length: 257 }, (_, index) => `"a://${index}"`).join(", ")}]`,
    ),
  ],
  ["transport_conflict", server('url = "https://x.test/"')],
  ["transport_conflict", httpServer('url = "https://x.test/"\ncommand = ["x"]')],
  [
    "missing_key transport_conflict",
    '[[external_tools]]\nid = "a"\ncommand = ["x"]\nurl = "https://x.test/"\n',
  ],
  ["wrong_transport", server('headers_from_env = { A = "B" }')],
  ["wrong_transport", httpServer('url = "https://x.test/"\nenv_from_env = { A = "B" }')],
  [
    "reserved_name",
    server(
      '[external_tools.tools._perspt_prompt_get]\neffect = "search"\n[external_tools.tools._perspt_prompt_get.footprint]\nselectors = []',
    ),
  ],
  ["literal_secret", model('model = "x"\napi_key = "sk-abc"')],
  ["literal_secret", model('model = "x"\napi_key = "sk-abc"\napi_key_env = "OPENAI_API_KEY"')],
  ["literal_secret", model('model = "x"\napi_key_env = "sk-abc"')],
  ["literal_secret", server('bearer_token = "abc"')],
  [
    "literal_secret",
    httpServer('url = "https://x.test/"\nheaders_from_env = { Authorization = "Bearer abc" }'),
  ],
  ["invalid_root", server('roots = [{ uri = "/home/me" }]')],
  ["invalid_root", server('roots = [{ uri = "file:///a/../b" }]')],
  ["invalid_url", httpServer('url = "tools.example.test/mcp"')],
  ["unsupported_scheme", httpServer('url = "ftp://x.test/"')],
  ["plaintext_endpoint", httpServer('url = "http://x.test/mcp"')],
  ["plaintext_endpoint", model('model = "x"\nbase_url = "http://10.0.0.1/v1"')],
  ["ambiguous_host", httpServer('url = "http://0x7f.1/mcp"')],
  ["credentials_in_url fragment_in_url", httpServer('url = "https://me:pw@x.test/mcp#top"')],
  [
    "invalid_header_name",
    httpServer('url = "https://x.test/"\nheaders_from_env = { "A B" = "C" }'),
  ],
  [
    "reserved_header",
    httpServer('url = "https://x.test/"\nheaders_from_env = { Host = "C", A = "C" }'),
  ],
  [
    "duplicate_header",
    httpServer('url = "https://x.test/"\nheaders_from_env = { A = "C", a = "C" }'),
  ],
  ["missing_program", server("").replace('["docs"]', '[""]')],
  ["relative_program", server("").replace('["docs"]', '["./docs", "--stdio"]')],
  ["batch_file", server("").replace('["docs"]', '["docs.cmd"]')],
  ["invalid_argument", server("").replace('["docs"]', '["docs", "\\u0000"]')],
  ["invalid_variable_name", server('env_from_env = { "A=B" = "C" }')],
  // What loads, and is warned of.
  ["opaque_policy opaque_policy", server("[external_tools.tools.search]")],
  ["opaque_policy", server("[external_tools.tools.search]\nfootprint.selectors = []")],
  ["reserved_effect", tool("").replace('"search"', '"spawn_agent"')],
  ["reserved_effect", '[agent]\ncritical_effects = ["update_policy"]\n'],
  [
    "unadmittable_name",
    server('[external_tools.tools."a/b"]\neffect = "search"\nfootprint = { selectors = [] }'),
  ],
  [
    "secret_like_field",
    footprint(
      '{ selectors = [{ kind = "scoped_argument", family = "x", field = "api_key", access = "read" }] }',
    ),
  ],
  ["secret_like_field", tool('proposal_bindings = [{ kind = "url", field = "token" }]')],
  ["secret_in_file", server("").replace('["docs"]', '["docs", "--api-key=abc"]')],
  ["secret_in_file", httpServer('url = "https://x.test/mcp?token=abc"')],
  ["no_effect", server("max_sampling_tokens = 10")],
  ["no_effect", server('subscriptions = false\nresource_subscriptions = ["a://b"]')],
  ["no_effect", httpServer('url = "https://x.test/"\nmax_stderr_bytes = 100')],
];

describe("fixes are followed to the letter (report 16)", () => {
  test.each(BROKEN)("%s: %j", (codes, text) => {
    expect(
      findings(text)
        .map(({ code }) => code)
        .toSorted()
        .join(" "),
    ).toBe(codes.split(" ").toSorted().join(" "));
    const mended = followAll(text);
    expect(findings(mended)).toEqual([]);
  });

  test("each fix alone ends its own problem, whatever else is wrong", () => {
    for (const [, text] of BROKEN) {
      const before = findings(text);
      for (const problem of before) {
        const mended = followFix(text, problem);
        if (mended === null) continue;
        const same = findings(mended).filter(
          ({ code, table, key }) =>
            code === problem.code && table === problem.table && key === problem.key,
        );
        const twins = before.filter(
          ({ code, table, key }) =>
            code === problem.code && table === problem.table && key === problem.key,
        );
        expect(same.length, `${formatProblems([problem])}\n${mended}`).toBeLessThan(twins.length);
      }
    }
  });
});

/** Lines of the example that say `key = value`. */
const PAIR_LINES = EXAMPLE.split("\n").flatMap((line, index) =>
  /^[a-z_]+ = /.test(line) ? [index] : [],
);

const junkValue = fc.constantFrom(
  "1",
  "-5",
  "1.5",
  "true",
  '"text"',
  '""',
  "[]",
  "{}",
  '["agent", "agent"]',
  "[[]]",
  "[{}]",
  "1979-05-27",
  "nan",
  "{ selectors = [{}] }",
  '"https://u:p@x.test/#a"',
  '"sk-secret"',
  '{ A = "sk-secret" }',
  '{ "" = "" }',
  "99999999999999999999",
);

const damage = fc.oneof(
  fc.record({
    kind: fc.constant("value" as const),
    line: fc.constantFrom(...PAIR_LINES),
    value: junkValue,
  }),
  fc.record({ kind: fc.constant("drop" as const), line: fc.constantFrom(...PAIR_LINES) }),
  fc.record({
    kind: fc.constant("typo" as const),
    line: fc.constantFrom(...PAIR_LINES),
    at: fc.nat({ max: 30 }),
  }),
  fc.record({
    kind: fc.constant("insert" as const),
    line: fc.constantFrom(...PAIR_LINES),
    key: fc.constantFrom(
      "env",
      "args",
      "headers",
      "url",
      "command",
      "api_key",
      "x",
      "toString",
      "valueOf",
      "type",
      "tool",
    ),
    value: junkValue,
  }),
);

describe("damaged files", () => {
  test("every one is either accepted or mended by following its fixes, one after the other", () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (changes) => {
        const lines = EXAMPLE.split("\n");
        for (const change of changes) {
          const line = lines[change.line] ?? "";
          const [key = ""] = line.split(" = ");
          switch (change.kind) {
            case "value":
              lines[change.line] = `${key} = ${change.value}`;
              break;
            case "drop":
              lines[change.line] = "";
              break;
            case "typo": {
              const at = change.at % (key.length + 1);
              lines[change.line] = `${key.slice(0, at)}${line.slice(at + 1)}`;
              break;
            }
            case "insert":
              lines[change.line] = `${line}\n${change.key} = ${change.value}`;
              break;
          }
        }
        const text = lines.join("\n");
        // Damage that leaves no TOML gets one syntax error, whose fix may be words only.
        if (findings(text)[0]?.code === "syntax_error") return;
        const mended = parseConfig(followAll(text), "config.toml");
        expect(mended.kind).toBe("valid");
      }),
      { numRuns: 300 },
    );
  });

  test("no value of theirs that looks like a secret is in any text", () => {
    for (const [, text] of BROKEN) {
      expect(formatProblems(findings(text))).not.toMatch(/sk-abc|Bearer abc|=abc|me:pw/);
    }
  });
});
