import { type CodingTask, NODE, testFile } from "./coding-task.js";

const PAGES = `/** The items of a page; pages count from 1. */
export function page(items, number, size) {
  const from = number * size;
  return items.slice(from, from + size);
}
`;

const bug: CodingTask = {
  name: "a bug: pages that count from 1 skip the first",
  task: "page() leaves out the first items. Fix it.",
  files: {
    "package.json": '{ "type": "module" }\n',
    "src/page.js": PAGES,
    "test/page.test.js": testFile(
      'import { page } from "../src/page.js";',
      'test("first page", () => deepEqual(page([1, 2, 3], 1, 2), [1, 2]));',
    ),
  },
  verify: [[NODE, "--test"]],
  turns: [
    {
      calls: [
        [
          "plan",
          {
            steps: [
              { text: "Find the mistake", state: "doing" },
              { text: "Mend it", state: "todo" },
            ],
          },
        ],
      ],
    },
    {
      thinks: "The offset is one page too far.",
      calls: [
        ["search", { path: ".", pattern: "page(" }],
        ["read", { path: "src/page.js" }],
      ],
    },
    {
      calls: [["patch", { path: "src/page.js", old: "number * size", new: "(number - 1) * size" }]],
    },
    { calls: [["verify", {}]] },
    { says: "Pages now begin with the first item: the offset counted one page too many." },
  ],
  hidden: {
    "hidden.test.js": testFile(
      'import { page } from "./src/page.js";',
      'test("second page", () => deepEqual(page([1, 2, 3], 2, 2), [3]));',
    ),
  },
  check: [NODE, "--test", "hidden.test.js"],
};

const feature: CodingTask = {
  name: "a feature: a limit that the tests did not know",
  task: "slug() should take a longest length, cut at a word, and be tested.",
  files: {
    "slug.mjs":
      'export const slug = (text) => text.toLowerCase().trim().replaceAll(/[^a-z0-9]+/g, "-");\n',
    "slug.test.mjs": testFile(
      'import { slug } from "./slug.mjs";',
      'test("words", () => equal(slug("A b"), "a-b"));',
    ),
  },
  verify: [[NODE, "--test"]],
  turns: [
    {
      calls: [
        ["read", { path: "slug.mjs" }],
        ["read", { path: "slug.test.mjs" }],
      ],
    },
    {
      says: "I add the limit and a test for it.",
      calls: [
        [
          "write",
          {
            path: "slug.mjs",
            content:
              'export function slug(text, longest = Number.POSITIVE_INFINITY) {\n  const whole = text.toLowerCase().trim().replaceAll(/[^a-z0-9]+/g, "-");\n  if (whole.length <= longest) return whole;\n  const cut = whole.slice(0, longest + 1);\n  return cut.slice(0, Math.max(cut.lastIndexOf("-"), 0)) || whole.slice(0, longest);\n}\n',
          },
        ],
        [
          "write",
          {
            path: "limit.test.mjs",
            content: testFile(
              'import { slug } from "./slug.mjs";',
              'test("cut at a word", () => equal(slug("one two three", 8), "one-two"));',
            ),
          },
        ],
      ],
    },
    { calls: [["verify", {}]] },
    { says: "slug(text, longest) cuts at a word." },
  ],
  hidden: {
    "hidden.test.mjs": testFile(
      'import { slug } from "./slug.mjs";',
      'test("one long word", () => equal(slug("abcdef", 3), "abc"));',
    ),
  },
  check: [NODE, "--test", "hidden.test.mjs"],
};

const rename: CodingTask = {
  name: "a rename over several files",
  task: "Rename getUser to findUser everywhere, the file too.",
  files: {
    "lib/get-user.mjs":
      "export const getUser = (users, id) => users.find((user) => user.id === id);\n",
    "app.mjs":
      'import { getUser } from "./lib/get-user.mjs";\nexport const nameOf = (users, id) => getUser(users, id)?.name ?? null;\n',
    "app.test.mjs": testFile(
      'import { nameOf } from "./app.mjs";',
      'test("name", () => equal(nameOf([{ id: 1, name: "A" }], 1), "A"));',
    ),
  },
  verify: [[NODE, "--test"]],
  turns: [
    { calls: [["search", { path: ".", pattern: "getUser" }]] },
    {
      calls: [
        ["move", { from: "lib/get-user.mjs", to: "lib/find-user.mjs" }],
        ["patch", { path: "lib/find-user.mjs", old: "getUser", new: "findUser" }],
        [
          "patch",
          {
            path: "app.mjs",
            diff: '--- a/app.mjs\n+++ b/app.mjs\n@@ -1,2 +1,2 @@\n-import { getUser } from "./lib/get-user.mjs";\n-export const nameOf = (users, id) => getUser(users, id)?.name ?? null;\n+import { findUser } from "./lib/find-user.mjs";\n+export const nameOf = (users, id) => findUser(users, id)?.name ?? null;\n',
          },
        ],
      ],
    },
    {
      calls: [
        ["search", { path: ".", pattern: "getUser" }],
        ["git_diff", { path: "." }],
      ],
    },
    { says: "Renamed in two files; nothing names getUser any more." },
  ],
  hidden: {
    "hidden.test.mjs": testFile(
      'import { findUser } from "./lib/find-user.mjs";',
      'test("found", () => equal(findUser([{ id: 2 }], 2).id, 2));',
    ),
  },
  check: [NODE, "--test", "hidden.test.mjs"],
};

const repaired: CodingTask = {
  name: "a first attempt that the verifier refuses, and a second that it passes",
  task: "median() is wrong for an even count. Fix it.",
  files: {
    "median.mjs":
      "export const median = (numbers) => numbers.toSorted()[Math.floor(numbers.length / 2)];\n",
    "median.test.mjs": testFile(
      'import { median } from "./median.mjs";',
      'test("even", () => equal(median([4, 1, 3, 2]), 2.5));\ntest("by size", () => equal(median([10, 9, 1]), 9));',
    ),
  },
  verify: [[NODE, "--test"]],
  turns: [
    {
      calls: [
        [
          "write",
          {
            path: "median.mjs",
            content:
              "export function median(numbers) {\n  const sorted = numbers.toSorted();\n  const half = sorted.length / 2;\n  return sorted.length % 2 === 0 ? (sorted[half - 1] + sorted[half]) / 2 : sorted[Math.floor(half)];\n}\n",
          },
        ],
      ],
    },
    { says: "Done: the mean of the two in the middle." },
    {
      thinks: "The default order is by text.",
      calls: [
        [
          "patch",
          { path: "median.mjs", old: "toSorted()", new: "toSorted((one, other) => one - other)" },
        ],
      ],
    },
    { says: "The order was by text; now it is by size." },
  ],
  hidden: {
    "hidden.test.mjs": testFile(
      'import { median } from "./median.mjs";',
      'test("hundreds", () => equal(median([100, 20]), 60));',
    ),
  },
  check: [NODE, "--test", "hidden.test.mjs"],
};

export const JAVASCRIPT_TASKS: readonly CodingTask[] = [bug, feature, rename, repaired];
