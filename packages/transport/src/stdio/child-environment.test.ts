import { expect, test } from "vitest";
import { childEnvironment } from "./child-environment.js";

const PARENT = {
  PATH: "/usr/bin",
  HOME: "/home/user",
  SystemRoot: "C:\\Windows",
  AWS_SECRET_ACCESS_KEY: "canary",
  NODE_OPTIONS: "--inspect",
};

test("T08, I13: a child gets PATH and what is mapped, and nothing else", () => {
  const mapped = new Map([["DOCS_TOKEN", "t"]]);
  expect(childEnvironment(mapped, PARENT, "linux")).toStrictEqual(
    new Map([
      ["PATH", "/usr/bin"],
      ["DOCS_TOKEN", "t"],
    ]),
  );
});

test("T08: on Windows also SystemRoot, which programs cannot start without", () => {
  expect([...childEnvironment(new Map(), PARENT, "win32").keys()]).toStrictEqual([
    "PATH",
    "SystemRoot",
  ]);
});

test("a mapped PATH wins, and a missing one is not invented", () => {
  expect(childEnvironment(new Map([["PATH", "/opt"]]), PARENT, "linux").get("PATH")).toBe("/opt");
  expect(childEnvironment(new Map(), {}, "linux")).toStrictEqual(new Map());
});
