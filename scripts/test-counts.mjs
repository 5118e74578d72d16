// Prints the number of tests that passed and failed, and fails if one did or none passed:
//   node scripts/test-counts.mjs RESULTS STATUS
// RESULTS is the report of vitest as JSON, which is empty if vitest ended before the tests; STATUS its exit status.
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
const text =
  readFileSync(file, 'utf8') || '{"numPassedTests":0,"numFailedTests":0,"testResults":[]}';
const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(text);
// A file that does not load has no tests to fail.
const unloaded = testResults.filter(
  ({ status: ofFile, assertionResults }) =>
    ofFile === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
).length;
const failed = numFailedTests + unloaded;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = Number(status) || (failed > 0 || passed === 0 ? 1 : 0);
