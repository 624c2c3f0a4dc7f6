import { describe, expect, test } from "vitest";
import { mendRootUri, readRootUri } from "./root-uri.js";

describe("roots (T73, B2)", () => {
  test.each([
    ["file:///", "/"],
    ["file:///home/me", "/home/me"],
    ["file:///home/me/", "/home/me"],
    ["file:///home/my%20project", "/home/my project"],
    ["file:///home/%C3%A9", "/home/é"],
    ["file:///home/...", "/home/..."],
  ])("%s is the directory %s", (uri, path) => {
    expect(readRootUri(uri)).toEqual({ kind: "root", path });
  });

  test.each([
    "/home/me",
    "file:/home/me",
    "file://home/me",
    "file://localhost/home/me",
    "FILE:///home/me",
    "https:///home/me",
    "file:///home/../etc",
    "file:///home/./me",
    "file:///home/%2e%2e/etc",
    "file:///home/%2E./etc",
    "file:///home/..%2fetc",
    "file:///home/%5c",
    "file:///home/%00",
    "file:///home/\\..\\etc",
    "file:////home",
    "file:///home//me",
    "file:///home/me?x",
    "file:///home/me#x",
    "file:///home/%ZZ",
    "file:///home/\u0007",
    "file:///home/%0A",
  ])("%j is none that every program reads alike", (uri) => {
    expect(readRootUri(uri).kind).toBe("refused");
  });

  test("a plain path is proposed as the URI that it would be", () => {
    expect(mendRootUri("/home/my project", "file:///x")).toBe("file:///home/my%20project");
    expect(mendRootUri("relative", "file:///x")).toBe("file:///x");
    expect(mendRootUri("/a/../b", "file:///x")).toBe("file:///x");
  });
});
