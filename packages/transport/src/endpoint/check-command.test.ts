import { describe, expect, test } from "vitest";
import { checkCommand, checkVariables } from "./check-command.js";

describe("a stdio command", () => {
  test.each<[string[]]>([
    [["company-docs-mcp", "--stdio"]],
    [["/opt/servers/docs", "; touch m", "$(id)", "a\nb", '"', ""]],
    [["C:\\servers\\docs.exe", "x"]],
    [["node", "server.bat"]],
    [["batch.cmd.exe"]],
  ])("%j is accepted as it stands (T02)", (command) => {
    expect(checkCommand(command)).toStrictEqual([]);
  });

  test.each<[string[]]>([[[]], [[""]], [["  "]]])("%j names no program", (command) => {
    expect(checkCommand(command)).toMatchObject([{ code: "missing_program", field: "command" }]);
  });

  test.each(["npx.cmd", "RUN.BAT", "C:\\tools\\npx.cmd", "run.bat.", "run.cmd ", "run.bat::$DATA"])(
    "T09: %j is a batch file",
    (program) => {
      expect(checkCommand([program])).toMatchObject([{ code: "batch_file", key: "0" }]);
    },
  );

  test.each(["./server", "../server", "bin/server", "bin\\server.exe", "C:server.exe", "..", "."])(
    "T03: %j means another program in another folder",
    (program) => {
      expect(checkCommand([program])).toMatchObject([{ code: "relative_program", key: "0" }]);
    },
  );

  test("an argument with a NUL can reach no program, and is named by its place", () => {
    expect(checkCommand(["docs", "a", "secret\0"])).toMatchObject([
      { code: "invalid_argument", key: "2" },
    ]);
    expect(checkCommand(["do\0cs"])).toMatchObject([{ code: "invalid_argument", key: "0" }]);
    expect(JSON.stringify(checkCommand(["docs", "secret\0"]))).not.toContain("secret");
  });
});

describe("a mapped variable", () => {
  test("is accepted with any value that an environment can hold", () => {
    const variables = [
      { name: "DOCS_TOKEN", source: "COMPANY_DOCS_TOKEN", value: "a b\nc=d" },
      { name: "LATER", source: "UNKNOWN_YET" },
    ];
    expect(checkVariables(variables)).toStrictEqual([]);
  });

  test.each(["", "A=B", "A\0"])("%j is no name", (name) => {
    expect(checkVariables([{ name, source: "S" }])).toMatchObject([
      { code: "invalid_variable_name", field: "environment", key: name },
    ]);
  });

  test("T21: with a NUL in its value is refused by name, without the value", () => {
    const problems = checkVariables([{ name: "A", source: "SOURCE_A", value: "secret\0" }]);
    expect(problems).toMatchObject([{ code: "invalid_variable_value", key: "A" }]);
    expect(problems[0]?.message).toContain("SOURCE_A");
    expect(JSON.stringify(problems)).not.toContain("secret");
  });
});
