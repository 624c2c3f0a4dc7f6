import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCommand } from "./read-command.js";

/** Single quotes around everything, as any shell reads them. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

test("the words of a quoted line come back, whatever they hold", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary" }), { minLength: 1 }),
      fc.string({ unit: fc.constantFrom(" ", "\t"), minLength: 1 }),
      (words, space) => {
        fc.pre(words[0] !== "");
        const line = words.map(quoted).join(space);
        expect(readCommand(line)).toEqual({ kind: "command", words });
      },
    ),
  );
});

/** What the system's shell makes of a line, with its patterns left alone. */
function wordsOfShell(line: string): readonly string[] {
  const output = execFileSync("sh", ["-fc", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

test("a line that is read at all is read as the system's shell reads it", () => {
  const characters = fc.constantFrom(
    ...Array.from(`ab=é*?[]{}!%^,.:/-+@ \t'"\\$\`~#|&;<>()\n\r\u00a0`),
  );
  const quotes = fc.constantFrom("'a b'", '"a b"', '"\\""', '"\\$"', "''", "\\'", "\\\n", "a", " ");
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(characters, quotes), maxLength: 8 }), (line) => {
      const reading = readCommand(line);
      if (reading.kind === "command") expect(reading.words).toEqual(wordsOfShell(line));
    }),
    { numRuns: 400 },
  );
});

test.each([
  ["npm test", ["npm", "test"]],
  ["  npm\trun  check -- --watch=false ", ["npm", "run", "check", "--", "--watch=false"]],
  ["npx vitest run src/**/*.test.ts [ab]?", ["npx", "vitest", "run", "src/**/*.test.ts", "[ab]?"]],
  [`node -e 'console.log("$HOME | #")'`, ["node", "-e", 'console.log("$HOME | #")']],
  [`a "b \\"c\\" \\$d \\e" f\\ g`, ["a", 'b "c" $d \\e', "f g"]],
  ['"a\\\\\nb" "c\\\nd"', ["a\\\nb", "cd"]],
  [`it"'"s a'b'"c"\\#d#e`, ["it's", "abc#d#e"]],
  ["x '' y~ z=~", ["x", "", "y~", "z=~"]],
  ["a \\\n b\n", ["a", "b"]],
])("%j is %j", (line, words) => {
  expect(readCommand(line)).toEqual({ kind: "command", words });
});

describe("what only a shell could do is refused, and the message says what", () => {
  test.each([
    ["npm test | tee log", "operators such as && and | are not understood"],
    ["npm run a && npm run b", "operators such as && and | are not understood"],
    ["npm test;", "operators such as && and | are not understood"],
    ["npm test > log", "operators such as && and | are not understood"],
    ["npm test 2>&1", "operators such as && and | are not understood"],
    ["npm test &", "operators such as && and | are not understood"],
    ["(npm test)", "operators such as && and | are not understood"],
    ["echo $HOME", "variables and substitutions are not filled in"],
    ["echo `id`", "variables and substitutions are not filled in"],
    ["echo $(id)", "variables and substitutions are not filled in"],
    [`"it's" "$HOME" 'x'`, "variables and substitutions are not filled in"],
    ["CI=1 npm test", "it sets a variable"],
    ["~/bin/check", "~ is not filled in"],
    ["npm test # all of them", "it holds a comment"],
    ["npm run a\nnpm run b", "it holds several lines"],
    ["npm 'test", "a quote is not closed"],
    ['npm "test', "a quote is not closed"],
    ["npm test \\", "it ends within a line"],
    ["", "it names no program"],
    [" \t", "it names no program"],
    ["'' test", "it names no program"],
  ])("%j", (line, because) => {
    expect(readCommand(line)).toEqual({
      kind: "unreadable",
      message: `The verifier ${JSON.stringify(line)} cannot be run: no shell reads it, and ${because}. Put what a shell must do into a script of its own.`,
    });
  });
});
