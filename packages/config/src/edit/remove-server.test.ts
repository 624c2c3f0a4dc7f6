import { describe, expect, test } from "vitest";
import { removeServer } from "./remove-server.js";

function textWithout(text: string, id: string): string {
  const edit = removeServer(text, id);
  if (edit.kind === "refused") throw new Error(edit.problem.message);
  return edit.text;
}

const FILE = `# My servers.

# Ask Jane about this one.
[[external_tools]] # docs
id = "docs"
transport = "stdio"
# The company's own.
command = ["company-docs-mcp"]
#timeout_ms = 1000

# What search may do.
[external_tools.tools.search]
effect = "search"

# Records.
[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
[chat]
show_reasoning = true
[external_tools.tools.lookup]
effect = "data_read"
[[external_tools.roots]]
uri = "file:///x"
`;

describe("a server is removed", () => {
  test("with its inner tables, the comments between its lines and those right below them", () => {
    expect(textWithout(FILE, "docs")).toBe(`# My servers.

# Ask Jane about this one.

# Records.
[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
[chat]
show_reasoning = true
[external_tools.tools.lookup]
effect = "data_read"
[[external_tools.roots]]
uri = "file:///x"
`);
  });

  test("with inner tables that stand behind other tables", () => {
    const before = FILE.slice(0, FILE.indexOf('[[external_tools]]\nid = "records"'));
    expect(textWithout(FILE, "records")).toBe(`${before}[chat]\nshow_reasoning = true\n`);
  });

  test("and of two blank lines that it stood between one is left, as none at the ends", () => {
    const table = '[[external_tools]]\nid = "a"\n';
    expect(textWithout(`x = 1\n\n${table}\n[chat]\n`, "a")).toBe("x = 1\n\n[chat]\n");
    expect(textWithout(`x = 1\n\n${table}`, "a")).toBe("x = 1\n");
    expect(textWithout(`${table}\n[chat]\n`, "a")).toBe("[chat]\n");
    expect(textWithout(`x = 1\n${table}\n[chat]\n`, "a")).toBe("x = 1\n\n[chat]\n");
    expect(textWithout(`\uFEFFx = 1\r\n\r\n${table.replaceAll("\n", "\r\n")}`, "a")).toBe(
      "\uFEFFx = 1\r\n",
    );
    expect(textWithout(table, "a")).toBe("");
  });

  test("and no table that is commented out below it, nor a comment of what follows", () => {
    const table = '[[external_tools]]\nid = "a"\n';
    expect(textWithout(`${table}#[[external_tools]]\n#id = "b"\n`, "a")).toBe(
      '#[[external_tools]]\n#id = "b"\n',
    );
    expect(textWithout(`${table}# chat\n[chat]\n`, "a")).toBe("# chat\n[chat]\n");
  });

  test("from a list in brackets, with one comma", () => {
    const list = (...items: readonly string[]) => `external_tools = [${items.join("")}] # end\n`;
    expect(textWithout(list('{ id = "a" }'), "a")).toBe(list());
    expect(textWithout(list('{ id = "a" }, ', '{ id = "b" }'), "a")).toBe(list(' { id = "b" }'));
    expect(textWithout(list('{ id = "a" }', ', { id = "b" }'), "b")).toBe(list('{ id = "a" }'));
    expect(textWithout(list("\n", '  { id = "a" },\n', '  { id = "b" },\n'), "a")).toBe(
      list("\n", '  { id = "b" },\n'),
    );
    expect(textWithout(list('{ id = "a" } # first\n', ', { id = "b" } # second\n'), "b")).toBe(
      list('{ id = "a" } # first\n', " # second\n"),
    );
  });

  test("under a spelling of its key that only TOML knows to be the same", () => {
    expect(
      textWithout(
        `[["external\\u005ftools"]]\n'id' = 'a'\n['external_tools'.tools]\nx = {}\n`,
        "a",
      ),
    ).toBe("");
  });
});

describe("nothing is removed", () => {
  const refusal = (text: string, id: string) => {
    const edit = removeServer(text, id);
    return edit.kind === "refused" ? edit.problem : null;
  };

  test("where there is no server of that name; the likely one is named", () => {
    expect(refusal(FILE, "dosc")).toEqual({
      code: "no_such_server",
      message: 'There is no server "dosc".',
      hint: "Did you mean docs?",
    });
    expect(refusal(FILE, "DOCS")?.hint).toBe("Did you mean docs?");
    expect(refusal(FILE, "something-else")?.hint).toBe("Servers: docs, records.");
    expect(refusal("", "docs")?.hint).toBe(
      "The configuration names no server: there is nothing to remove.",
    );
  });

  test("from what is no TOML, or has servers that are no list", () => {
    expect(refusal("= 1", "docs")?.code).toBe("not_editable");
    expect(refusal("external_tools = { id = 'docs' }", "docs")?.code).toBe("not_editable");
  });
});
