import { existsSync, readFileSync, rmSync } from 'node:fs';

const UNIT = '.cache/reports/unit.json';
const END_TO_END = '.cache/reports/e2e.json';

/** Removes earlier reports. Call it before the checks, so that they are not counted. */
export function removeReports() {
  for (const path of [UNIT, END_TO_END]) rmSync(path, { force: true });
}

/** Counts passed and failed tests in the reports of vitest and Playwright. A missing report counts as 0. */
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
