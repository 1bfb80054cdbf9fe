import { existsSync, readFileSync, rmSync } from 'node:fs';

const UNIT = '.cache/reports/unit.json';
const END_TO_END = '.cache/reports/e2e.json';

/** So that a report of an earlier run is never counted. */
export function removeReports() {
  for (const path of [UNIT, END_TO_END]) rmSync(path, { force: true });
}

/** How many tests passed and failed, by the reports that vitest and Playwright leave; a report that is missing counts 0. */
export function countTests() {
  const unit = read(UNIT);
  const { stats } = read(END_TO_END) ?? {};
  return {
    passed: (unit?.numPassedTests ?? 0) + (stats?.expected ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  };
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
