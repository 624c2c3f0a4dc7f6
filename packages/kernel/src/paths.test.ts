import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithin, parentDirectory, readPath } from "./paths.js";

const pathOf = (text: string, root: string | null = "/proj"): string | null => {
  const reading = readPath(text, root);
  return reading.kind === "path" ? reading.path : null;
};
const becauseOf = (text: string, root: string | null = "/proj"): string | null => {
  const reading = readPath(text, root);
  return reading.kind === "unreadable" ? reading.because : null;
};

describe("reading a path", () => {
  test.each([
    ["docs/guide.md", "/proj/docs/guide.md"],
    ["./docs//guide.md", "/proj/docs/guide.md"],
    ["docs/../guide.md", "/proj/guide.md"],
    ["..", "/"],
    ["../../../etc", "/etc"],
    [".", "/proj"],
    ["/a/./b/../c/", "/a/c"],
    ["/", "/"],
    ["..a/...", "/proj/..a/..."],
    ["日本/é", "/proj/日本/é"],
    ["a%20b", "/proj/a%20b"],
    ["./notes:2024.txt", "/proj/notes:2024.txt"],
    ["dir/a:b", "/proj/dir/a:b"],
    ["dir/file:a", "/proj/dir/file:a"],
    ["a~b", "/proj/a~b"],
  ])("takes %j as %j", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  test.each([
    ["file:///proj/a.md", "/proj/a.md"],
    ["FILE://localhost/proj/a%20b", "/proj/a b"],
    ["file:///proj/%2e%2e/etc/passwd", "/etc/passwd"],
    ["file:///proj/.%2e/etc", "/etc"],
    ["file:///%E6%97%A5", "/日"],
  ])("decodes the URI %j once, to %j (T73)", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  test.each([
    ["", "is empty"],
    ["a\u0000b", "holds a control character"],
    ["a\nb", "holds a control character"],
    ["a\u0085b", "holds a control character"],
    ["a\ud800b", "is not well-formed text"],
    ["a\\b", "holds a backslash"],
    ["..\\..\\etc", "holds a backslash"],
    [" /etc", "starts or ends with a space"],
    ["/etc ", "starts or ends with a space"],
    ["\ufeff/etc", "starts or ends with a space"],
    ["..%2fetc", "holds an encoded dot, separator or NUL"],
    ["..%5Cetc", "holds an encoded dot, separator or NUL"],
    ["a%00b", "holds an encoded dot, separator or NUL"],
    ["%2e%2e/etc", "holds an encoded dot, separator or NUL"],
    ["~/.ssh", "starts with ~, which some programs expand"],
    ["~root", "starts with ~, which some programs expand"],
    ["//server/share", "starts with //, a network path to some programs"],
  ])("refuses %j: it %s (T73)", (text, because) => {
    expect(becauseOf(text)).toBe(because);
  });

  test.each(["C:/Windows", "c:", "http://evil.test/", "notes:2024.txt", "view-source:x"])(
    "refuses %j, which starts like a scheme or a drive (T73)",
    (text) => {
      expect(becauseOf(text)).toBe(
        "starts like a URL scheme or a drive; a file of that name is written with ./ before it",
      );
    },
  );

  test.each([
    ["file://host/proj/a", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:/proj/a", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:x/file:///proj/a", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:proj/a", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:///proj/a?b", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:///proj/a#b", "is not a file: URI of this machine with a plain path (file:///…)"],
    ["file:///proj/..%2fetc", "holds an encoded separator or NUL"],
    ["file:///proj/..%5cetc", "holds an encoded separator or NUL"],
    ["file:///proj/a%00", "holds an encoded separator or NUL"],
    ["file:///proj/%ff", "holds a percent sign that encodes no character"],
    ["file:///proj/%", "holds a percent sign that encodes no character"],
    ["file:///proj/%252fetc", "holds an encoded dot, separator or NUL"],
    ["file:///proj/%0a", "holds a control character"],
    ["file:////server/share", "starts with //, a network path to some programs"],
    ["file:///proj\\..\\etc", "holds a backslash"],
  ])("refuses the URI %j: it %s (T73)", (text, because) => {
    expect(becauseOf(text)).toBe(because);
  });

  test("a relative path needs a root, an absolute one and a URI do not", () => {
    expect(becauseOf("a", null)).toBe("is relative, and nothing says what it starts from");
    expect(pathOf("/a", null)).toBe("/a");
    expect(pathOf("file:///a", null)).toBe("/a");
  });

  test("tells the directories that a later .. left again", () => {
    expect(readPath("a/b/../../c", "/proj")).toEqual({
      kind: "path",
      path: "/proj/c",
      crossed: ["/proj/a/b", "/proj/a"],
    });
    expect(readPath("/../a", null)).toEqual({ kind: "path", path: "/a", crossed: [] });
  });

  test("whatever it reads is absolute, without dot segments, and reads as itself", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", ".", "..", "", "b.c", "…")), (segments) => {
        const path = pathOf(`/${segments.join("/")}`.replace(/^\/+/, "/"));
        expect(
          path
            ?.split("/")
            .slice(1)
            .every((segment) => segment !== "." && segment !== ".."),
        ).toBe(true);
        expect(pathOf(path ?? "", null)).toBe(path);
      }),
    );
  });
});

describe("path scope", () => {
  const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");
  const holds = (path: string, directory: string) => {
    const inner = segmentsOf(path);
    return segmentsOf(directory).every((segment, index) => inner[index] === segment);
  };

  test("is by segments, never by a prefix of the text: 10,000 pairs (T55)", () => {
    const segment = fc.constantFrom("a", "ab", "a-evil", "b", "a.b");
    const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
    fc.assert(
      fc.property(path, path, (inner, directory) => {
        expect(isWithin(inner, directory)).toBe(holds(inner, directory));
      }),
      { numRuns: 10_000 },
    );
  });

  test("a sibling that shares the text of its name is outside: 10,000 pairs (T55)", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8 })
      .map((text) => `/${text.replaceAll("/", "_")}`);
    const tail = fc.string({ minLength: 1, maxLength: 4 }).map((text) => text.replaceAll("/", "_"));
    fc.assert(
      fc.property(name, tail, (directory, suffix) => {
        expect(isWithin(`${directory}${suffix}`, directory)).toBe(false);
        expect(isWithin(`${directory}/${suffix}`, directory)).toBe(true);
        expect(isWithin(directory, directory)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("a directory that is not normalised holds nothing", () => {
    expect(isWithin("/proj/a", "/proj/")).toBe(false);
    expect(isWithin("/proj/a", "/proj/../proj")).toBe(false);
    expect(isWithin("/proj/a", "proj")).toBe(false);
    expect(isWithin("relative", "/")).toBe(false);
  });

  test("the parent of a path is its directory, and the root's is the root", () => {
    expect(["/a/b/c", "/a", "/"].map(parentDirectory)).toEqual(["/a/b", "/", "/"]);
  });
});
