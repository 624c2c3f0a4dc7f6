import { describe, expect, test } from "vitest";
import { parseConfig } from "../parse-config.js";
import { addServer } from "./add-server.js";
import { checkNewServer } from "./check-new-server.js";
import type { NewServer } from "./new-server.js";

const DOCS: NewServer = {
  id: "docs",
  transport: {
    kind: "stdio",
    command: ["company-docs-mcp", "--stdio"],
    environmentSources: new Map([["DOCS_TOKEN", "COMPANY_DOCS_TOKEN"]]),
  },
  modes: ["agent", "chat"],
  timeoutMs: null,
};
const RECORDS: NewServer = {
  id: "records",
  transport: {
    kind: "streamable_http",
    url: "https://tools.example.test/mcp",
    headerSources: new Map([["Authorization", "RECORDS_AUTHORIZATION"]]),
  },
  modes: [],
  timeoutMs: 60_000,
};

const DOCS_TABLE = `[[external_tools]]
id = "docs"
transport = "stdio"
command = ["company-docs-mcp", "--stdio"]
modes = ["agent", "chat"]
env_from_env = { DOCS_TOKEN = "COMPANY_DOCS_TOKEN" }
`;
const RECORDS_TABLE = `[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
timeout_ms = 60000
headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" }
`;

describe("a server is added", () => {
  test("behind everything else, with one blank line before it", () => {
    expect(addServer("", DOCS)).toEqual({ kind: "edited", text: DOCS_TABLE, line: 1 });
    expect(addServer("# mine\n", DOCS)).toEqual({
      kind: "edited",
      text: `# mine\n\n${DOCS_TABLE}`,
      line: 3,
    });
    expect(addServer("# mine\n\n", DOCS)).toMatchObject({ text: `# mine\n\n${DOCS_TABLE}` });
    expect(addServer(DOCS_TABLE, RECORDS)).toMatchObject({
      text: `${DOCS_TABLE}\n${RECORDS_TABLE}`,
    });
  });

  test("with the line ends of the file, and behind a last line that has none", () => {
    expect(addServer("[chat] # mine", RECORDS)).toMatchObject({
      text: `[chat] # mine\n\n${RECORDS_TABLE}`,
    });
    expect(addServer("[chat]\r\n", RECORDS)).toMatchObject({
      text: `[chat]\r\n\r\n${RECORDS_TABLE.replaceAll("\n", "\r\n")}`,
    });
    expect(addServer("\uFEFF", RECORDS)).toMatchObject({ text: `\uFEFF${RECORDS_TABLE}` });
  });

  test("to a list in brackets as its last element, since TOML lets no header add to one", () => {
    const inline =
      '{ id = "records", transport = "streamable_http", url = "https://tools.example.test/mcp", timeout_ms = 60000, headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" } }';
    expect(addServer("external_tools = [] # none\n", RECORDS)).toEqual({
      kind: "edited",
      text: `external_tools = [${inline}] # none\n`,
      line: 1,
    });
    const list = 'external_tools = [\n  { id = "a" }, # first\n]\n[chat]\n';
    expect(addServer(list, RECORDS)).toMatchObject({
      text: `external_tools = [\n  { id = "a" }, ${inline}, # first\n]\n[chat]\n`,
      line: 2,
    });
  });

  test("as one that loads, whatever stands in its words", () => {
    const odd: NewServer = {
      ...DOCS,
      transport: {
        kind: "stdio",
        command: ["x", '"', "\\", "`", "a\nb", "\u202e", "'''", "é🙂"],
        environmentSources: new Map([["a.b", "A"]]),
      },
    };
    const edit = addServer("", odd);
    const reading = parseConfig(edit.kind === "edited" ? edit.text : "", "config.toml");
    expect(reading).toMatchObject({
      kind: "valid",
      config: {
        servers: [
          { transport: { command: ["x", '"', "\\", "`", "a\nb", "\u202e", "'''", "é🙂"] } },
        ],
      },
    });
  });
});

describe("nothing is added", () => {
  test("under an id that is taken, whatever its case (T44)", () => {
    expect(addServer(`# mine\n${DOCS_TABLE}`, { ...DOCS, id: "Docs" })).toEqual({
      kind: "refused",
      problem: {
        code: "server_exists",
        message: 'There is already a server "docs", at line 2.',
        hint: "Choose another name, or take that one away with `perspt mcp remove docs`.",
      },
    });
  });

  test("to what is no TOML, or has servers that are no list", () => {
    for (const text of ["= 1", "external_tools = 1", "[external_tools]\nid = 1", "__proto__ = 1"]) {
      expect(addServer(text, DOCS)).toMatchObject({ problem: { code: "not_editable" } });
    }
  });
});

describe("a server is checked before it is written", () => {
  const codesOf = (server: NewServer) => checkNewServer(server).map(({ code, key }) => [code, key]);
  const http = (url: string, sources: readonly (readonly [string, string])[] = []): NewServer => ({
    ...RECORDS,
    transport: { kind: "streamable_http", url, headerSources: new Map(sources) },
  });
  const stdio = (command: readonly string[]): NewServer => ({
    ...DOCS,
    transport: { kind: "stdio", command, environmentSources: new Map() },
  });

  test("by the rules of the file", () => {
    expect(codesOf(DOCS)).toEqual([]);
    expect(codesOf(RECORDS)).toEqual([]);
    expect(codesOf({ ...DOCS, id: "my docs" })).toEqual([["invalid_value", "id"]]);
    expect(codesOf(http("http://x.test/"))).toEqual([["plaintext_endpoint", "url"]]);
    expect(codesOf(stdio(["./server"]))).toEqual([["relative_program", "command[0]"]]);
    expect(codesOf(http("https://x.test/", [["Host", "H"]]))).toEqual([
      ["reserved_header", "headers_from_env.Host"],
    ]);
  });

  test("a secret in the open keeps it out, and is not repeated (T21)", () => {
    const problems = [
      ...checkNewServer(stdio(["x", "--api-key=verysecret"])),
      ...checkNewServer(http("https://x.test/?api_key=verysecret")),
      ...checkNewServer(http("https://x.test/", [["Authorization", "Bearer verysecret"]])),
    ];
    expect(problems.map(({ code }) => code)).toEqual([
      "secret_in_file",
      "secret_in_file",
      "literal_secret",
    ]);
    expect(JSON.stringify(problems)).not.toContain("verysecret");
  });
});
