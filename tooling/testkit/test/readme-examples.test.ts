import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readExamples, runExample } from "@perspt/testkit";
import { describe, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../../packages/", import.meta.url));
const names = readdirSync(packages).filter((name) => existsSync(`${packages}${name}/package.json`));

describe.each(names)("the README of packages/%s", (name) => {
  const folder = `${packages}${name}`;
  const examples = readExamples(readFileSync(`${folder}/README.md`, "utf8"));

  test("has an example that imports the package by its name", () => {
    expect(examples.map(({ code }) => code).join()).toContain(`from "@perspt/${name}"`);
  });

  test("every example runs, and prints what its comments say", async () => {
    expect(existsSync(`${folder}/dist/index.js`), "run `npm run build` first").toBe(true);
    for (const example of examples) {
      const run = await runExample(folder, example);
      expect(run).toEqual({ exitCode: 0, printed: example.promised, complaint: "" });
      expect(example.promised).not.toEqual([]);
    }
  });
});

test("the provider of docs/elicitation-providers.md runs, and answers as it says", async () => {
  const text = readFileSync(`${packages}../docs/elicitation-providers.md`, "utf8");
  const [example] = readExamples(text);
  if (example === undefined) throw new Error("the page has no example");
  const run = await runExample(`${packages}elicitation`, example);
  expect(run).toEqual({ exitCode: 0, printed: ["accept", "decline"], complaint: "" });
});

test("a promise is the comment at the end of a line that prints", () => {
  const markdown = ["```ts", "const a = 1; // not printed", "console.log(a); // 1", "```", ""];
  expect(readExamples(markdown.join("\n"))).toEqual([
    { code: "const a = 1; // not printed\nconsole.log(a); // 1\n", promised: ["1"] },
  ]);
});

test("an example that fails is told from one that runs", async () => {
  const run = await runExample(packages, {
    code: 'console.log("a"); throw new Error("b");',
    promised: [],
  });
  expect(run).toMatchObject({ exitCode: 1, printed: ["a"] });
  expect(run.complaint).toContain("Error: b");
});
