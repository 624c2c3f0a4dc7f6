import { parseArgs } from "node:util";
import type { Comparison } from "./measure/comparison.js";
import { rowOf } from "./measure/describe-comparison.js";
import { SUITES } from "./suites.js";

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const chosen = SUITES.filter(
  ({ name }) =>
    positionals.length === 0 ||
    positionals.some((wish) => name === wish || name.startsWith(`${wish}-`)),
);
if (chosen.length === 0) {
  console.error(`Expected the name of a bench; got ${positionals.join(" ")}.`);
  console.error(`There are: ${SUITES.map(({ name }) => name).join(" ")}`);
  process.exitCode = 2;
}
const comparisons: Comparison[] = [];
for (const suite of chosen) {
  const found: Comparison[] = [];
  await suite.run((comparison) => found.push(comparison));
  comparisons.push(...found);
  if (!values.json) {
    console.log(`\n${suite.name}`);
    console.table(found.map(rowOf));
  }
}
if (values.json) console.log(JSON.stringify(comparisons, null, 2));
