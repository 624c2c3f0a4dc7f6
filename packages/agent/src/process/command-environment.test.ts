import { expect, test } from "vitest";
import { commandEnvironment } from "./command-environment.js";

test("a command gets what programs need, and no secret whatever its name is", () => {
  expect(
    commandEnvironment({
      PATH: "/usr/bin:/bin",
      HOME: "/home/a",
      LANG: "de_DE.UTF-8",
      TMPDIR: "/var/tmp",
      TERM: "xterm",
      OPENAI_API_KEY: "s",
      GITHUB_TOKEN: "s",
      database: "s",
      NODE_OPTIONS: "--require /x.js",
      LD_PRELOAD: "/x.so",
      GIT_DIR: "/x",
      PERSPT_STATE_DIR: "/x",
      npm_config__auth: "s",
      SSH_AUTH_SOCK: "/x",
    }),
  ).toEqual({
    PATH: "/usr/bin:/bin",
    HOME: "/home/a",
    LANG: "de_DE.UTF-8",
    TMPDIR: "/var/tmp",
    CI: "1",
    TERM: "dumb",
    NO_COLOR: "1",
  });
});

test("entries of PATH that mean the working directory, or something in it, are left out", () => {
  expect(commandEnvironment({ PATH: ":.:node_modules/.bin:/bin:" })["PATH"]).toBe("/bin");
  expect(commandEnvironment({})["PATH"]).toBe("");
});
