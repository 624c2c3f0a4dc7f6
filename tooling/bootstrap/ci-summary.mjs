// ci-summary.mjs CHECK_REPORT CHECK_EXIT_CODE TEST_REPORT TEST_EXIT_CODE
// Adds the reports of `npm run check` and `npm test` up to one line, and fails unless all is well.
import { existsSync, readFileSync } from "node:fs";

const [checkFile, checkCode, testFile, testCode] = process.argv.slice(2);

const checks = tally(checkFile, Number(checkCode), (report) => report);
const tests = tally(testFile, Number(testCode), countTests);
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;

if (tests.passed === 0) console.log("Expected tests to pass; none did.");
process.exitCode = failed > 0 || tests.passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/** A run that failed without a failure in its report (a crash, a stray rejection) counts as one. */
function tally(file, code, count) {
  const { passed, failed } = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** A test file that could not even be read has no tests in it, and is one failure. */
function countTests({ numPassedTests, numFailedTests, testResults }) {
  const unreadable = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unreadable.length };
}
