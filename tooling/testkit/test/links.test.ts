import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The pages that people read, relative to the root. */
function pages(): readonly string[] {
  const inFolder = (folder: string) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  const readmes = ["packages", "apps", "tooling"]
    .flatMap(inFolder)
    .map((folder) => `${folder}/README.md`);
  const docs = inFolder("docs").filter((name) => name.endsWith(".md"));
  const all = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    ...docs,
    ...readmes,
    "examples/README.md",
  ];
  return all.filter((page) => existsSync(join(ROOT, page)));
}

test.each(pages())("every link of %s to a place in this repository leads somewhere", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```.*?^```$/gms, "");
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(ROOT, dirname(page), target)));
  expect(broken).toEqual([]);
});
