import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rejection, temporaryFolder } from "../../test/harness.js";
import { type FileFinding, type FileLookup, systemFiles } from "./file-lookup.js";
import { type ProgramSearch, resolveProgram } from "./resolve-program.js";

/** Only these files exist; a value that is a text is the real path. */
function filesAt(files: Readonly<Record<string, FileFinding | string>>): FileLookup {
  return {
    async find(path) {
      const finding = Object.hasOwn(files, path) ? files[path] : undefined;
      if (typeof finding === "string") return { kind: "program", realPath: finding };
      return finding ?? { kind: "missing" };
    },
    realPath: async (path) => {
      const finding = Object.hasOwn(files, path) ? files[path] : undefined;
      return typeof finding === "string" ? finding : path;
    },
  };
}

function search(overrides: Partial<ProgramSearch>): ProgramSearch {
  return {
    program: "docs",
    searchPath: "/usr/local/bin:/usr/bin",
    workspace: null,
    platform: "linux",
    files: filesAt({ "/usr/bin/docs": "/opt/docs/1.2/docs" }),
    ...overrides,
  };
}

describe("T03: a bare name", () => {
  test("is found once, to its real path; the program still sees the name it was found under", async () => {
    expect(await resolveProgram(search({}))).toStrictEqual({
      realPath: "/opt/docs/1.2/docs",
      foundAt: "/usr/bin/docs",
    });
  });

  test("takes the first folder that has an executable of that name", async () => {
    const files = filesAt({
      "/usr/local/bin/docs": { kind: "not_executable" },
      "/usr/bin/docs": "/usr/bin/docs",
    });
    expect((await resolveProgram(search({ files }))).foundAt).toBe("/usr/bin/docs");
  });

  test.each([
    ["an empty entry in front", ":/usr/bin", "an empty entry"],
    ["an empty entry at the end", "/usr/bin:", "an empty entry"],
    ["an empty entry inside", "/usr/local/bin::/usr/bin", "an empty entry"],
    ["a dot", "/usr/bin:.", "the relative entry ."],
    ["a relative folder", "node_modules/.bin:/usr/bin", "the relative entry node_modules/.bin"],
  ])(
    "is refused where PATH has %s, even if it stands elsewhere",
    async (_name, searchPath, what) => {
      const error = await rejection(resolveProgram(search({ searchPath })));
      expect(error.code).toBe("unsafe_program");
      expect(error.message).toContain(what);
      expect(error.mayHaveRun).toBe(false);
    },
  );

  test.each([undefined, ""])("cannot be looked up where PATH is %j", async (searchPath) => {
    const error = await rejection(resolveProgram(search({ searchPath })));
    expect(error.code).toBe("program_not_found");
  });

  test("that nothing has is program_not_found; one that may not run is program_not_executable", async () => {
    const missing = await rejection(resolveProgram(search({ files: filesAt({}) })));
    expect(missing.code).toBe("program_not_found");
    expect(missing.message).toBe('No program named "docs" was found in PATH.');

    const files = filesAt({ "/usr/bin/docs": { kind: "not_executable" } });
    const forbidden = await rejection(resolveProgram(search({ files })));
    expect(forbidden.code).toBe("program_not_executable");
    expect(forbidden.message).toBe("/usr/bin/docs exists but may not be executed.");
  });
});

describe("T03: a program inside the workspace is refused", () => {
  const workspace = "/home/user/project";

  test.each([
    [
      "by its absolute path",
      "/home/user/project/bin/docs",
      { "/home/user/project/bin/docs": "/home/user/project/bin/docs" },
    ],
    ["through PATH", "docs", { "/usr/bin/docs": "/home/user/project/docs" }],
    [
      "through a link out of it",
      "/home/user/project/docs",
      { "/home/user/project/docs": "/usr/bin/docs" },
    ],
  ])("%s", async (_name, program, files) => {
    const error = await rejection(
      resolveProgram(search({ program, workspace, files: filesAt(files) })),
    );
    expect(error.code).toBe("unsafe_program");
    expect(error.message).toContain("inside the workspace /home/user/project");
  });

  test("also when the workspace itself is reached through a link", async () => {
    const files = filesAt({ "/w": "/home/user/project", "/usr/bin/docs": "/home/user/project/d" });
    const error = await rejection(resolveProgram(search({ workspace: "/w", files })));
    expect(error.code).toBe("unsafe_program");
  });

  test("but not a neighbour whose name begins alike", async () => {
    const files = filesAt({ "/usr/bin/docs": "/home/user/project-docs/docs" });
    expect((await resolveProgram(search({ workspace, files }))).realPath).toBe(
      "/home/user/project-docs/docs",
    );
  });
});

describe("on Windows", () => {
  const windows = { platform: "win32" as const, searchPath: "C:\\bin;D:\\tools", program: "npx" };

  test("a bare name means its .exe", async () => {
    const files = filesAt({ "D:\\tools\\npx.exe": "D:\\tools\\npx.exe" });
    expect((await resolveProgram(search({ ...windows, files }))).foundAt).toBe(
      "D:\\tools\\npx.exe",
    );
  });

  test("T09: a name that leads to a batch file is refused, with a way out", async () => {
    const files = filesAt({ "C:\\bin\\npx.cmd": "C:\\bin\\npx.cmd" });
    const error = await rejection(resolveProgram(search({ ...windows, files })));
    expect(error.code).toBe("unsafe_program");
    expect(error.message).toContain("C:\\bin\\npx.cmd, a batch file");
  });

  test("T09: so is a link that leads to one", async () => {
    const files = filesAt({ "C:\\bin\\npx.exe": "C:\\bin\\real.BAT" });
    const error = await rejection(resolveProgram(search({ ...windows, files })));
    expect(error.code).toBe("unsafe_program");
  });

  test("T03: a relative PATH entry is refused there too", async () => {
    const error = await rejection(
      resolveProgram(search({ ...windows, searchPath: "C:\\bin;tools" })),
    );
    expect(error.code).toBe("unsafe_program");
  });
});

describe("over the real file system", () => {
  test("T03: links are resolved, folders are no programs, and unexecutable files are told apart", async () => {
    const folder = realpathSync(temporaryFolder());
    const real = join(folder, "real");
    writeFileSync(real, "#!/bin/sh\n");
    symlinkSync(real, join(folder, "link"));
    mkdirSync(join(folder, "folder"));
    const at = (name: string) =>
      resolveProgram(search({ program: join(folder, name), files: systemFiles }));

    expect((await rejection(at("link"))).code).toBe("program_not_executable");
    chmodSync(real, 0o755);
    expect(await at("link")).toStrictEqual({ realPath: real, foundAt: join(folder, "link") });
    expect((await rejection(at("folder"))).code).toBe("program_not_found");
    expect((await rejection(at("absent"))).code).toBe("program_not_found");
  });
});
