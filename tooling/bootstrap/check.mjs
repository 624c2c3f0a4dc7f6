import { writeFileSync } from "node:fs";
import { checkSteps } from "./check-steps.mjs";
import { Failure } from "./failure.mjs";

/** Runs the named checks, or all of them: each one to its end, whatever the others said. */
export async function check(names) {
  const results = [];
  for (const step of selectSteps(names)) {
    const result = await runStep(step);
    report(result);
    results.push(result);
  }
  summarise(results);
  return results.every((result) => result.ok) ? 0 : 1;
}

function selectSteps(names) {
  const known = checkSteps.map((step) => step.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`Expected checks among ${known.join(", ")}; got ${unknown.join(", ")}.`);
  }
  return names.length === 0 ? checkSteps : checkSteps.filter((step) => names.includes(step.name));
}

async function runStep({ name, about, run }) {
  const started = performance.now();
  const { code, output } = await run().catch(asResult);
  return { name, about, ok: code === 0, output, seconds: (performance.now() - started) / 1000 };
}

function asResult(error) {
  if (error instanceof Failure) return { code: 1, output: error.message };
  throw error;
}

/** A check that passes is one line; a check that fails shows what it wrote. */
function report({ name, about, ok, output, seconds }) {
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  const verdict = ok ? "ok    " : "FAILED";
  console.log(`${verdict} ${name.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${about}`);
}

function summarise(results) {
  const failed = results.filter((result) => !result.ok).map((result) => result.name);
  const passed = results.length - failed.length;
  const advice = failed.length === 0 ? "" : `; again: npm run check -- ${failed.join(" ")}`;
  console.log(`\n${passed} of ${results.length} checks passed${advice}`);
  // For scripts, such as .ci/run, that add the numbers up.
  const file = process.env.PERSPT_CHECK_REPORT;
  if (file) writeFileSync(file, JSON.stringify({ passed, failed: failed.length }));
}
