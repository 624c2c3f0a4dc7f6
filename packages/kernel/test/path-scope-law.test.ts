import { decide } from "@perspt/kernel";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { GRANT, SNAPSHOT, withArguments } from "./scenario.js";

/** The segments of an absolute path, read as slowly as the rule is written: no normalising but `.`, `..` and empty segments. */
function segmentsOf(path: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

function isInside(path: string, directory: string): boolean {
  const inner = segmentsOf(path);
  return segmentsOf(directory).every((segment, index) => inner[index] === segment);
}

const isName = (text: string) => text !== "." && text !== "..";
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("proj", "proj-evil", "proj.d", "pro", "PROJ", "a", "b") },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-zA-Z0-9_.\-\u00e9\u65e5]{1,6}$/).filter(isName) },
);
const directory = fc.array(name, { maxLength: 3 }).map((names) => `/${names.join("/")}`);
const dotted = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 1, arbitrary: fc.constantFrom(".", "..", "") },
);
const written = fc.array(dotted, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
/** Half of the paths start like the directory's text, which is where a comparison of texts goes wrong. */
const pair = fc
  .tuple(directory, written, fc.constantFrom("", "/", "-evil", "-evil/", ".", "x/"), fc.boolean())
  .map(([granted, path, glue, near]): readonly [string, string] => [
    granted,
    near ? `${granted}${glue}${path.slice(1)}` : path,
  ]);

test("T55: a bound path is in scope exactly where its segments start with those of a granted directory, in 10,000 pairs", () => {
  const seen = { inside: 0, outside: 0, sharesText: 0 };
  fc.assert(
    fc.property(pair, ([granted, path]) => {
      fc.pre(!path.startsWith("//"));
      const grant = { ...GRANT, paths: [{ provider: null, path: granted }] };
      const snapshot = { ...SNAPSHOT, grant, protectedPaths: [] };
      const { trace } = decide(snapshot, withArguments({ file: path }));
      const expected = isInside(path, granted);
      expect(trace.find(({ check }) => check === "path_out_of_scope")?.result).toBe(
        expected ? "pass" : "fail",
      );
      seen[expected ? "inside" : "outside"] += 1;
      if (!expected && path.startsWith(granted)) seen.sharesText += 1;
    }),
    { numRuns: 10_000 },
  );
  // The law means something only if it meets both answers, and the pairs that a comparison of texts gets wrong.
  expect(Math.min(seen.inside, seen.outside, seen.sharesText)).toBeGreaterThan(500);
});
