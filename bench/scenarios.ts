import type { CompatibleEndpointId } from '../src/providers/endpoints.ts';
import { type Fault, noFault, someDropped, someFail, someLackPhrase } from './faults.ts';
import type { Pace } from './stand-in-pace.ts';

/** A scenario: a film, a provider's limit and faults, and the targets for the median run. */
export interface Scenario {
  readonly name: string;
  readonly phrases: number;
  readonly pace: Pace;
  /** An internet endpoint of the tab "more"; missing: OpenAI. */
  readonly endpoint?: CompatibleEndpointId;
  /** Called for each run; `run` is counted from 1. */
  readonly faultOf: (run: number) => Fault;
  /** The page's tab is behind another one, and the browser throttles its timers as strictly as possible. */
  readonly hiddenTab?: boolean;
  /** The same model has translated another film before, so its pace is known. */
  readonly isSecond?: boolean;
  /** The view during the run is Lines; missing: Text. */
  readonly inLines?: boolean;
  /** Slows the page's processor down by this factor. */
  readonly cpuSlowdown?: number;
  readonly targets: Targets;
}

/** The highest allowed figures; missing ones are not judged. No scenario may lose a phrase or pay for a batch twice. */
export interface Targets {
  readonly ratio?: number;
  readonly longestTaskMs?: number;
  /** Percentage of the calls. */
  readonly refusalsPercent?: number;
  readonly failedBatches?: number;
  readonly callsPerBatch?: number;
}

const FILM = { phrases: 1_600, pace: { kind: 'no-limit' }, faultOf: () => noFault } as const;
const LONG_FILM = { ...FILM, phrases: 10_000 };

const requests = (perMinute: number, bucket: number, waitReadable = true): Pace => ({
  kind: 'requests',
  perMinute,
  bucket,
  waitReadable,
});

export const SCENARIOS: readonly Scenario[] = [
  { ...FILM, name: 'no limit', targets: { ratio: 1.25, longestTaskMs: 50 } },
  { ...FILM, name: 'no limit, 4× CPU', cpuSlowdown: 4, targets: { longestTaskMs: 50 } },
  {
    ...FILM,
    name: 'at most 8 at once',
    pace: { kind: 'at-once', most: 8 },
    targets: { ratio: 1.2, refusalsPercent: 25 },
  },
  { ...FILM, name: 'no limit, second film', isSecond: true, targets: { ratio: 1.08 } },
  {
    ...FILM,
    name: 'at most 8 at once, second film',
    isSecond: true,
    pace: { kind: 'at-once', most: 8 },
    targets: { ratio: 1.2, refusalsPercent: 25 },
  },
  { ...FILM, name: '500 requests/min', pace: requests(500, 50), targets: { ratio: 1.15, refusalsPercent: 25 } },
  {
    ...FILM,
    name: '60 requests/min, wait readable',
    pace: requests(60, 6),
    targets: { ratio: 1.1, refusalsPercent: 25 },
  },
  {
    ...FILM,
    name: '60 requests/min, wait hidden',
    pace: requests(60, 6, false),
    targets: { ratio: 1.1, refusalsPercent: 25 },
  },
  {
    ...FILM,
    name: '10 requests/min, 200 phrases',
    phrases: 200,
    pace: requests(10, 2),
    targets: { ratio: 1.1, refusalsPercent: 30 },
  },
  {
    ...FILM,
    name: '40,000 tokens/min',
    pace: { kind: 'tokens', perMinute: 40_000, bucket: 10_000, waitReadable: true },
    targets: { ratio: 1.1, refusalsPercent: 25 },
  },
  {
    ...FILM,
    name: '1 call in 20 answers 500',
    faultOf: (run) => someFail({ oneIn: 20, seed: run }),
    targets: { ratio: 1.5, failedBatches: 0 },
  },
  {
    ...FILM,
    name: 'every tenth reply lacks a phrase',
    faultOf: () => someLackPhrase({ everyNth: 10 }),
    targets: { ratio: 2.4, callsPerBatch: 1.2 },
  },
  {
    ...FILM,
    name: 'every tenth connection dropped at its end',
    faultOf: () => someDropped({ everyNth: 10 }),
    targets: { ratio: 2.7, failedBatches: 0 },
  },
  {
    ...FILM,
    name: 'hidden tab, 60 requests/min',
    pace: requests(60, 6),
    hiddenTab: true,
    targets: { ratio: 1.15 },
  },
  {
    ...FILM,
    name: 'Groq, 60 requests/min, wait readable',
    endpoint: 'groq',
    pace: requests(60, 6),
    targets: { ratio: 1.15, refusalsPercent: 25 },
  },
  // DeepSeek documents a limit that no film reaches; Groq's limit depends on the account.
  { ...FILM, name: 'DeepSeek, no limit', endpoint: 'deepseek', targets: { ratio: 1.15 } },
  { ...FILM, name: 'Groq, no limit', endpoint: 'groq', targets: { ratio: 1.25 } },
  {
    ...FILM,
    name: 'Groq, one at once, 200 phrases',
    endpoint: 'groq',
    phrases: 200,
    pace: { kind: 'at-once', most: 1 },
    targets: { ratio: 1.15 },
  },
  { ...LONG_FILM, name: '10,000 phrases, no limit', targets: { ratio: 1.6, longestTaskMs: 50 } },
  { ...LONG_FILM, name: '10,000 phrases, no limit, 4× CPU', cpuSlowdown: 4, targets: { longestTaskMs: 50 } },
  // Compared with the row above: as long, within 5 %.
  {
    ...LONG_FILM,
    name: '10,000 phrases, no limit, 4× CPU, in Lines',
    cpuSlowdown: 4,
    inLines: true,
    targets: { longestTaskMs: 100 },
  },
];
