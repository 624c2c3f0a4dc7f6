import { describe, expect, test } from "vitest";
import { importServers, parseConfig, type ServerImport, serverTable } from "../src/index.js";

/** What other programs replace by the value of a variable. */
const ref = (name: string) => `\u{24}{${name}}`;

const EMPTY = parseConfig("", "config.toml");

function read(
  source: unknown,
  {
    config = "",
    environment = {},
  }: { config?: string; environment?: Readonly<Record<string, string>> } = {},
): readonly ServerImport[] {
  const reading = parseConfig(config, "config.toml");
  if (reading.kind === "invalid") throw new Error("the configuration does not load");
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const imported = importServers(text, { config: reading.config, environment });
  if (imported.kind === "unreadable") throw new Error(imported.message);
  expect(JSON.stringify(imported)).not.toContain("hidden");
  return imported.servers;
}

function tablesOf(servers: readonly ServerImport[]): string {
  return servers
    .flatMap((each) => (each.kind === "imported" ? serverTable(each.server) : []))
    .join("\n");
}

function skipsOf(servers: readonly ServerImport[]) {
  return servers.flatMap((each) =>
    each.kind === "skipped"
      ? [[each.name, each.code, each.reason]]
      : each.skippedFields.map(({ field, reason }) => [each.name, field, reason]),
  );
}

describe("whose settings they are is told by content", () => {
  const server = { command: "x", args: ["--stdio"] };
  const keyOf = (text: string) => {
    if (EMPTY.kind === "invalid") throw new Error("an empty configuration loads");
    const imported = importServers(text, { config: EMPTY.config, environment: {} });
    return imported.kind === "read" ? imported.key : imported.message;
  };

  test("Claude, Cursor and others; VS Code and its settings; opencode; Zed; Codex", () => {
    expect(keyOf(JSON.stringify({ mcpServers: { a: server } }))).toBe("mcpServers");
    expect(keyOf(JSON.stringify({ servers: { a: server }, inputs: [] }))).toBe("servers");
    expect(keyOf(JSON.stringify({ mcp: { servers: { a: server } } }))).toBe("mcp.servers");
    expect(keyOf(JSON.stringify({ "mcp.servers": { a: server } }))).toBe("mcp.servers");
    expect(keyOf(JSON.stringify({ mcp: { a: { type: "local", command: ["x"] } } }))).toBe("mcp");
    expect(keyOf(JSON.stringify({ context_servers: { a: server } }))).toBe("context_servers");
    expect(keyOf('[mcp_servers.a]\ncommand = "x"\n')).toBe("mcp_servers");
  });

  test("what Claude Code keeps for single projects comes behind what it has for all", () => {
    const servers = read({
      mcpServers: { a: server },
      projects: { "/x": { mcpServers: { b: server, a: server } }, "/y": {}, "/z": 1 },
    });
    expect(servers.map(({ kind, name }) => [kind, name])).toEqual([
      ["imported", "a"],
      ["imported", "b"],
      ["skipped", "a"],
    ]);
    expect(keyOf(JSON.stringify({ projects: { "/x": { mcpServers: { b: server } } } }))).toBe(
      "projects",
    );
  });

  test("what is none of them is refused with the place and without a word of it", () => {
    expect(keyOf('{\n "mcpServers": { "token": sk-hidden }}')).toBe(
      "It is no JSON that can be read; look at line 2, column 27.",
    );
    expect(keyOf("[mcp_servers.a]\ntoken = sk-hidden\n")).toBe(
      "It is neither JSON nor TOML; look at line 2, column 9.",
    );
    expect(keyOf("{}")).toBe("It names no servers.");
    expect(keyOf("")).toBe("It names no servers.");
    expect(keyOf('{"mcpServers": []}')).toBe("It names no servers.");
  });
});

describe("values become names of variables, whatever they are", () => {
  test("a program's variables keep their names, and a header gets the server's before it", () => {
    const servers = read({
      mcpServers: {
        github: {
          command: "npx",
          args: ["-y", "server"],
          env: { GITHUB_TOKEN: "ghp_hidden", PORT: 3000 },
        },
        "My Records": {
          type: "http",
          url: "https://x.test/mcp",
          headers: { Authorization: "Bearer hidden", "X-Api-Key": "hidden" },
        },
      },
    });
    expect(tablesOf(servers)).toBe(`[[external_tools]]
id = "github"
transport = "stdio"
command = ["npx", "-y", "server"]
env_from_env = { GITHUB_TOKEN = "GITHUB_TOKEN", PORT = "PORT" }

[[external_tools]]
id = "My-Records"
transport = "streamable_http"
url = "https://x.test/mcp"
headers_from_env = { Authorization = "MY_RECORDS_AUTHORIZATION", X-Api-Key = "MY_RECORDS_X_API_KEY" }
`);
    expect(servers).toMatchObject([
      {
        variables: [
          { name: "GITHUB_TOKEN", target: "GITHUB_TOKEN", content: { kind: "value_in_file" } },
          { name: "PORT" },
        ],
      },
      { name: "My Records" },
    ]);
  });

  test("references stay what they refer to, in every spelling", () => {
    const values = {
      A: ref("ONE"),
      B: ref("env:TWO"),
      C: ref("THREE:-hidden"),
      D: "$FOUR",
      E: "{env:FIVE}",
      F: ref("input:api-key"),
      G: `Bearer ${ref("env:SIX")}`,
      H: `${ref("userHome")}/hidden`,
      I: `Token ${ref("input:api-key")}`,
    };
    const [server] = read({ servers: { a: { command: "x", env: values } } });
    expect(server?.kind === "imported" && server.variables).toEqual([
      { name: "ONE", target: "A", content: { kind: "same" } },
      { name: "TWO", target: "B", content: { kind: "same" } },
      { name: "THREE", target: "C", content: { kind: "same" } },
      { name: "FOUR", target: "D", content: { kind: "same" } },
      { name: "FIVE", target: "E", content: { kind: "same" } },
      { name: "API_KEY", target: "F", content: { kind: "input", id: "api-key" } },
      { name: "G", target: "G", content: { kind: "prefixed", prefix: "Bearer", variable: "SIX" } },
      { name: "H", target: "H", content: { kind: "value_in_file" } },
      {
        name: "I",
        target: "I",
        content: { kind: "prefixed", prefix: "Token", variable: "API_KEY" },
      },
    ]);
  });

  test("two values never share a variable, and equal ones do", () => {
    const env = (TOKEN: string) => ({ command: "x", env: { TOKEN } });
    const servers = read({
      mcpServers: {
        a: env("hidden1"),
        b: env("hidden2"),
        c: env("hidden1"),
        d: env(ref("a_TOKEN")),
      },
    });
    expect(servers.map((each) => each.kind === "imported" && each.variables[0]?.name)).toEqual([
      "TOKEN",
      "B_TOKEN",
      "TOKEN",
      "a_TOKEN",
    ]);
  });

  test("no value gets a name that a reference has, that another server reads, or that holds something else", () => {
    const servers = read(
      {
        mcpServers: {
          a: {
            command: "x",
            env: { PATH: "/hidden", TOKEN: "hidden", KEY: "hidden", SAME: "1", "x.y": "hidden" },
          },
          b: { command: "x", env: { OTHER: ref("KEY") } },
        },
      },
      {
        config:
          '[[external_tools]]\nid = "z"\ntransport = "stdio"\ncommand = ["z"]\nenv_from_env = { T = "TOKEN" }\n',
        environment: { PATH: "/usr/bin", SAME: "1" },
      },
    );
    expect(servers[0]?.kind === "imported" && servers[0].variables.map(({ name }) => name)).toEqual(
      ["A_PATH", "A_TOKEN", "A_KEY", "SAME", "X_Y"],
    );
  });
});

describe("Codex's TOML", () => {
  test("names its variables already", () => {
    const servers = read(`
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]
env_vars = ["HTTP_PROXY", { name = "NO_PROXY", source = "local" }]
tool_timeout_sec = 60
[mcp_servers.docs.env]
TOKEN = "hidden"
[mcp_servers.remote]
url = "https://x.test/mcp"
bearer_token_env_var = "REMOTE_TOKEN"
env_http_headers = { X-Key = "REMOTE_KEY" }
http_headers = { X-Region = "hidden" }
startup_timeout_sec = 20
`);
    expect(tablesOf(servers)).toBe(`[[external_tools]]
id = "docs"
transport = "stdio"
command = ["npx", "-y", "docs"]
timeout_ms = 60000
env_from_env = { HTTP_PROXY = "HTTP_PROXY", NO_PROXY = "NO_PROXY", TOKEN = "TOKEN" }

[[external_tools]]
id = "remote"
transport = "streamable_http"
url = "https://x.test/mcp"
headers_from_env = { X-Region = "REMOTE_X_REGION", X-Key = "REMOTE_KEY", Authorization = "REMOTE_AUTHORIZATION" }
`);
    expect(servers[1]).toMatchObject({
      variables: [
        {},
        { name: "REMOTE_KEY", content: { kind: "same" } },
        {
          name: "REMOTE_AUTHORIZATION",
          content: { kind: "prefixed", prefix: "Bearer", variable: "REMOTE_TOKEN" },
        },
      ],
      skippedFields: [{ field: "startup_timeout_sec" }],
    });
  });
});

test("a token in place of a variable's name is a value, and is not repeated", () => {
  const servers = read(
    '[mcp_servers.a]\nurl = "https://x.test/"\nbearer_token_env_var = "ghp_hidden"\nenv_http_headers = { X = "sk-hidden", Y = "ghp_hidden" }\n',
  );
  expect(servers).toMatchObject([
    {
      variables: [
        { name: "A_X", content: { kind: "value_in_file" } },
        { name: "A_Y", content: { kind: "value_in_file" } },
        { name: "A_AUTHORIZATION", content: { kind: "value_in_file" } },
      ],
    },
  ]);
});

describe("what cannot be taken over is named, with the reason", () => {
  test("servers", () => {
    const servers = read(
      {
        mcpServers: {
          off: { command: "x", disabled: true },
          off2: { command: "x", enabled: false },
          old: { type: "sse", url: "https://x.test/sse" },
          socket: { type: "ws", url: "wss://x.test" },
          docs: { command: "x" },
          Docs: { command: "x" },
          "…": { command: "x" },
          none: {},
          both: { command: "x", url: "https://x.test" },
          torn: { type: "http", command: "x" },
          text: "x",
          words: { command: "x", args: "hidden" },
          mine: { command: "x", args: [ref("workspaceFolder")] },
          site: { url: `https://${ref("HOST")}/mcp` },
          open: { command: "x", args: ["--api-key", "hidden"] },
          query: { url: "https://x.test/?token=hidden" },
          plain: { url: "http://x.test/" },
        },
      },
      { config: '[[external_tools]]\nid = "DOCS"\ntransport = "stdio"\ncommand = ["z"]\n' },
    );
    expect(skipsOf(servers)).toEqual([
      ["off", "disabled", "it is switched off there"],
      ["off2", "disabled", "it is switched off there"],
      [
        "old",
        "unsupported_transport",
        "its transport, SSE, belongs to older protocols; if it has an address for streamable HTTP, add that with `perspt mcp add NAME --url URL`",
      ],
      ["socket", "unsupported_transport", "its transport is neither stdio nor streamable HTTP"],
      ["docs", "server_exists", "there is a server docs already, which stays as it is"],
      ["Docs", "server_exists", "there is a server Docs already, which stays as it is"],
      ["…", "unusable_name", "no id can be made of its name: letters and digits"],
      ["none", "unreadable", "it has neither a command nor an address"],
      ["both", "unreadable", "it has both a command and an address"],
      ["torn", "unreadable", "its type is not that of its other settings"],
      ["text", "unreadable", "it is no table of settings"],
      ["words", "unreadable", "its command is no program with a list of words"],
      [
        "mine",
        "reference_in_endpoint",
        "word 2 of its command holds a variable, and Perspt replaces nothing there; add it with its value spelled out: `perspt mcp add mine -- CMD…`",
      ],
      [
        "site",
        "reference_in_endpoint",
        "its address holds a variable, and Perspt replaces nothing there; add it with its value spelled out: `perspt mcp add site --url URL`",
      ],
      [
        "open",
        "secret_in_endpoint",
        "command[2] holds what looks like a secret (not shown), which has no place in the file",
      ],
      [
        "query",
        "secret_in_endpoint",
        "url holds what looks like a secret (not shown), which has no place in the file",
      ],
      [
        "plain",
        "not_accepted",
        "url: expected https:, or http: to localhost, 127.0.0.0/8 or [::1], received http: to another host",
      ],
    ]);
  });

  test("settings and values of a server that is taken over", () => {
    const servers = read({
      mcpServers: {
        a: {
          type: "stdio",
          command: "x",
          disabled: false,
          cwd: "/hidden",
          envFile: ".env",
          timeout: 60,
          autoApprove: ["hidden"],
          oauth: { clientSecret: "hidden" },
          gallery: true,
          env: { EMPTY: "", LIST: ["hidden"], "A=B": "hidden" },
        },
        b: {
          url: "https://x.test/",
          headers: { Accept: "application/json", "Bad Name": "hidden" },
        },
      },
    });
    expect(skipsOf(servers)).toEqual([
      ["a", "cwd", "a program starts in the agent's workspace, and for chat in your home"],
      [
        "a",
        "envFile",
        "no file of variables is read; map what the program needs with `env_from_env`",
      ],
      [
        "a",
        "timeout",
        "`timeout_ms` is the deadline of each request, 30000 where it is not written",
      ],
      ["a", "autoApprove", "what a tool may do is said by policies that you write"],
      ["a", "oauth", "Perspt does not log in; a header's value comes from a variable"],
      ["a", "gallery", "Perspt has no such setting"],
      ["a", "env.EMPTY", "it is empty, and an empty variable is passed to nobody"],
      ["a", "env.LIST", "its value is no text"],
      ["a", "env.A=B", "it is a name that is empty or holds = or NUL"],
      ["b", "headers.Accept", "it is one that belongs to the protocol or the connection"],
      ["b", "headers.Bad Name", "it is a name that no header can have"],
    ]);
  });

  test("settings of a form that nobody knows", () => {
    const servers = read(
      '[mcp_servers.a]\ncommand = "x"\nenv = ["hidden"]\nenv_vars = [1]\ntool_timeout_sec = 0\n' +
        '[mcp_servers.b]\nurl = "https://x.test/"\nhttp_headers = "hidden"\nenv_http_headers = { X = 1 }\nbearer_token_env_var = 1\n',
    );
    expect(skipsOf(servers)).toEqual([
      ["a", "env", "it is not of a form that is known"],
      ["a", "tool_timeout_sec", "it is no time from a millisecond to an hour"],
      ["a", "env", "its value is no text"],
      ["b", "http_headers", "it is not of a form that is known"],
      ["b", "bearer_token_env_var", "it is not of a form that is known"],
      ["b", "headers.X", "its value is no text"],
    ]);
  });

  test("names that every object has are names like others", () => {
    expect(
      skipsOf(
        read(
          '{"mcpServers": {"constructor": {"command": "x", "toString": 1}, "hasOwnProperty": {}}}',
        ),
      ),
    ).toEqual([
      ["constructor", "toString", "Perspt has no such setting"],
      ["hasOwnProperty", "unreadable", "it has neither a command nor an address"],
    ]);
  });
});
