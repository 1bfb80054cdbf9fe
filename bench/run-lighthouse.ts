import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../test/find-browser.ts';
import { CACHE } from './cache.ts';

/** The last version for node 20. npx fetches it on demand; nothing else in the project uses it. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';

/** Lighthouse's report with its mobile preset, which simulates a slow network and a processor four times slower. */
export interface LighthouseReport {
  /** Out of 100. */
  readonly points: Readonly<Record<LighthouseCategory, number>>;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
  /** The machine's speed during the measure; a desktop has 1500 to 2000. */
  readonly machine: number;
}

export const LIGHTHOUSE_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type LighthouseCategory = (typeof LIGHTHOUSE_CATEGORIES)[number];

/** The medians of all runs, and the required points in each category. */
export interface LighthouseMeasure extends LighthouseReport {
  readonly kind: 'lighthouse';
  readonly name: string;
  readonly runs: number;
  readonly atLeast: LighthouseReport['points'];
  readonly missed: readonly string[];
}

interface ReportFile {
  readonly categories: Readonly<Record<LighthouseCategory, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number } | undefined>>;
  readonly environment: { readonly benchmarkIndex: number };
}

/** Runs Lighthouse once. Throws if it cannot be fetched or returns no report. */
export async function runLighthouse(address: string): Promise<LighthouseReport> {
  const { executablePath, environment } = await findBrowser();
  const path = join(CACHE, 'lighthouse.json');
  const options = ['--quiet', '--output=json', `--output-path=${path}`, `--chrome-flags=${CHROME_FLAGS}`];
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...options], {
    env: { ...process.env, ...environment, CHROME_PATH: executablePath },
  });
  const { categories, audits, environment: machine } = JSON.parse(await readFile(path, 'utf8')) as ReportFile;
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    points: {
      performance: pointsOf(categories.performance),
      accessibility: pointsOf(categories.accessibility),
      'best-practices': pointsOf(categories['best-practices']),
      seo: pointsOf(categories.seo),
    },
    firstPaintMs: figure('first-contentful-paint'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    machine: machine.benchmarkIndex,
  };
}

const pointsOf = ({ score }: { readonly score: number | null }): number => Math.round((score ?? 0) * 100);
