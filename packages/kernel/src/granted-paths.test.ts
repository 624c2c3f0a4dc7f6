import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { directoriesFor, freezeScopes } from "./granted-paths.js";
import { isWithin } from "./paths.js";

const provider = fc.constantFrom(null, "files", "docs");
const segment = fc.constantFrom("a", "ab", "a-evil", "..", "", "a.b");
// Also what is not normalised, not absolute or empty: nobody but a canonical description promises that there is none.
const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.join("/"));
const scopes = fc.array(fc.record({ provider, path }), { maxLength: 12 });

describe("the directories that a grant holds for a provider", () => {
  test("hold a path where one of them does, for any text: 10,000 lists (T55)", () => {
    fc.assert(
      fc.property(scopes, path, (list, place) => {
        const expected = list.some(
          (scope) =>
            (scope.provider === null || scope.provider === "files") && isWithin(place, scope.path),
        );
        expect(directoriesFor("files", list).hold(place)).toBe(expected);
        expect(directoriesFor("files", freezeScopes(list)).hold(place)).toBe(expected);
      }),
      { numRuns: 10_000 },
    );
  });

  test("are listed in their order, those of every provider and its own", () => {
    const list = [
      { provider: null, path: "/shared" },
      { provider: "docs", path: "/docs" },
      { provider: "files", path: "/files" },
    ];
    expect(directoriesFor("files", list)).toMatchObject({
      isEmpty: false,
      listed: '"/shared", "/files"',
    });
    expect(directoriesFor("other", list.slice(1))).toMatchObject({
      isEmpty: true,
      listed: "none",
    });
  });

  test("are found anew where the list can still be changed", () => {
    const list = [{ provider: null, path: "/a" }];
    expect(directoriesFor("files", list).hold("/b")).toBe(false);
    list.push({ provider: null, path: "/b" });
    expect(directoriesFor("files", list).hold("/b")).toBe(true);
  });

  test("are frozen with their list, apart from what they were made of", () => {
    const scope = { provider: null, path: "/a" };
    const frozen = freezeScopes([scope]);
    expect(directoriesFor("files", frozen).hold("/b")).toBe(false);
    scope.path = "/b";
    expect(frozen).toEqual([{ provider: null, path: "/a" }]);
    expect(Object.isFrozen(frozen) && frozen.every(Object.isFrozen)).toBe(true);
    expect(directoriesFor("files", frozen).hold("/b")).toBe(false);
  });
});
