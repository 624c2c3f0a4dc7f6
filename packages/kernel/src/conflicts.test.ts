import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conflicts } from "./conflicts.js";
import type { Access, Touch } from "./footprint.js";

const path = (name: string, access: Access): Touch => ({ kind: "path", path: name, access });
const value = (family: string, name: string, access: Access): Touch => ({
  kind: "value",
  family,
  value: name,
  access,
});
const workspace: Touch = { kind: "workspace" };
const rateLimit: Touch = { kind: "rate_limit", provider: "docs" };

describe("conflicts of two calls", () => {
  test("a write conflicts with a read and a write of the same family and value", () => {
    expect(conflicts([value("f", "a", "write")], [value("f", "a", "read")])).toBe(true);
    expect(conflicts([value("f", "a", "write")], [value("f", "a", "write")])).toBe(true);
    expect(conflicts([value("f", "a", "read")], [value("f", "a", "read")])).toBe(false);
    expect(conflicts([value("f", "a", "write")], [value("g", "a", "write")])).toBe(false);
    expect(conflicts([value("f", "a", "write")], [value("f", "ab", "write")])).toBe(false);
  });

  test("paths conflict with themselves and the directories above them, by segments (T55)", () => {
    expect(conflicts([path("/p", "write")], [path("/p/a", "read")])).toBe(true);
    expect(conflicts([path("/p/a", "write")], [path("/p", "read")])).toBe(true);
    expect(conflicts([path("/p/a", "write")], [path("/p/a", "write")])).toBe(true);
    expect(conflicts([path("/p", "write")], [path("/p-evil", "write")])).toBe(false);
    expect(conflicts([path("/p/a", "read")], [path("/p", "read")])).toBe(false);
  });

  test("a path and a value of the same text are different things", () => {
    expect(conflicts([path("/p", "write")], [value("f", "/p", "write")])).toBe(false);
    expect(conflicts([value("f", "/p", "write")], [path("/p", "read")])).toBe(false);
  });

  test("an opaque workspace conflicts with every resource, itself included", () => {
    for (const touch of [workspace, path("/p", "read"), value("f", "a", "read")]) {
      expect(conflicts([workspace], [touch])).toBe(true);
    }
  });

  test("a rate limit conflicts with nothing, and so does a call that touches nothing", () => {
    for (const touch of [rateLimit, workspace, path("/p", "write"), value("f", "a", "write")]) {
      expect(conflicts([rateLimit], [touch])).toBe(false);
      expect(conflicts([], [touch])).toBe(false);
    }
  });

  test("is symmetric, and lets reads alone never conflict", () => {
    const access = fc.constantFrom<Access>("read", "write");
    const touch: fc.Arbitrary<Touch> = fc.oneof(
      fc.constantFrom(workspace, rateLimit),
      fc
        .tuple(fc.constantFrom("/", "/a", "/a/b", "/ab"), access)
        .map(([name, how]) => path(name, how)),
      fc
        .tuple(fc.constantFrom("f", "g"), fc.constantFrom("a", "b"), access)
        .map((parts) => value(...parts)),
    );
    fc.assert(
      fc.property(fc.array(touch), fc.array(touch), (left, right) => {
        expect(conflicts(left, right)).toBe(conflicts(right, left));
        const onlyReads = [...left, ...right].every(
          (one) => "access" in one && one.access === "read",
        );
        if (onlyReads) expect(conflicts(left, right)).toBe(false);
      }),
    );
  });
});
