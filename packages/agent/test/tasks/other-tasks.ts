import { fileURLToPath } from "node:url";
import { type CodingTask, NODE, testFile } from "./coding-task.js";

const TSC = fileURLToPath(
  new URL("../../../../node_modules/typescript-7/bin/tsc", import.meta.url),
);
const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "module": "nodenext" }, "include": ["*.ts"] }\n';

export const TYPESCRIPT_TASK: CodingTask = {
  name: "TypeScript: a union that grew a member",
  task: "The compiler complains since triangles were added. Handle them.",
  files: {
    "tsconfig.json": TSCONFIG,
    "area.ts":
      'export type Shape = { kind: "square"; side: number } | { kind: "triangle"; base: number; height: number };\n\nexport function area(shape: Shape): number {\n  switch (shape.kind) {\n    case "square":\n      return shape.side ** 2;\n  }\n}\n',
  },
  verify: [[NODE, TSC, "-p", "."]],
  turns: [
    { calls: [["verify", {}]] },
    { calls: [["read", { path: "area.ts" }]] },
    {
      calls: [
        [
          "patch",
          {
            path: "area.ts",
            old: "      return shape.side ** 2;\n",
            new: '      return shape.side ** 2;\n    case "triangle":\n      return (shape.base * shape.height) / 2;\n',
          },
        ],
      ],
    },
    { says: "Triangles have an area now." },
  ],
  hidden: {
    "hidden.ts":
      'import { area } from "./area.js";\nexport const known: number = area({ kind: "triangle", base: 2, height: 3 });\n',
  },
  check: [NODE, TSC, "-p", "."],
};

export const PYTHON_TASK: CodingTask = {
  name: "Python: a default that is shared between calls",
  task: "add() remembers items of earlier calls. Fix it.",
  files: {
    "basket.py": "def add(item, basket=[]):\n    basket.append(item)\n    return basket\n",
    "test_basket.py":
      "import unittest\nfrom basket import add\n\nclass Test(unittest.TestCase):\n    def test_fresh(self):\n        add(1)\n        self.assertEqual(add(2), [2])\n\nif __name__ == '__main__':\n    unittest.main()\n",
  },
  verify: [["python3", "test_basket.py"]],
  turns: [
    { calls: [["read", { path: "basket.py" }]] },
    {
      calls: [
        [
          "patch",
          {
            path: "basket.py",
            old: "basket=[]):\n",
            new: "basket=None):\n    basket = [] if basket is None else basket\n",
          },
        ],
      ],
    },
    { says: "Each call begins with a basket of its own." },
  ],
  hidden: {
    "test_hidden.py":
      "from basket import add\nmine = [0]\nassert add(1, mine) is mine\nassert add(3) == [3]\n",
  },
  check: ["python3", "test_hidden.py"],
};

export const DELETING_TASK: CodingTask = {
  name: "a module that nobody uses is removed",
  task: "Remove the unused module and what exports it.",
  files: {
    "index.mjs": 'export { one } from "./one.mjs";\nexport { old } from "./old.mjs";\n',
    "one.mjs": "export const one = 1;\n",
    "old.mjs": "export const old = 0;\n",
    "index.test.mjs": testFile(
      'import { one } from "./index.mjs";',
      'test("one", () => equal(one, 1));',
    ),
  },
  verify: [[NODE, "--test"]],
  turns: [
    {
      calls: [
        ["list", { path: "." }],
        ["search", { path: ".", pattern: "old" }],
      ],
    },
    {
      calls: [
        ["delete", { path: "old.mjs" }],
        ["patch", { path: "index.mjs", old: 'export { old } from "./old.mjs";\n', new: "" }],
      ],
    },
    { says: "old.mjs is gone." },
  ],
  hidden: {
    "hidden.test.mjs": testFile(
      'import { existsSync } from "node:fs";\nimport * as all from "./index.mjs";',
      'test("gone", () => { equal(existsSync("old.mjs"), false); deepEqual(Object.keys(all), ["one"]); });',
    ),
  },
  check: [NODE, "--test", "hidden.test.mjs"],
};
