import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_IDS } from '../src/providers/endpoints.ts';
import { type RecordedRequest, recordRequests } from './record-requests.ts';

/**
 * The requests of the build before film notes, one per line. For the tab "more" they are newer: with one message per turn, and with a schema for replies that
 * quote. Recorded by `RECORD_REQUESTS=1 npx vitest run test/recorded-requests.test.ts`. The lines of the three specified providers must not change.
 */
const FIXTURE = new URL('./recorded-requests.jsonl', import.meta.url);
const HEAD = {
  recorded: 'the requests of commit c830ff67, the last before film notes; how: recorded-requests.test.ts',
};

if (process.env.RECORD_REQUESTS) {
  const recorded: unknown[] = [HEAD];
  for (const endpoint of ENDPOINT_IDS) recorded.push(...(await recordRequests(endpoint)));
  writeFileSync(FIXTURE, recorded.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const [head, ...before] = readFileSync(FIXTURE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedRequest);

describe('requests without notes, with default options', () => {
  it('the recording contains requests of every endpoint', () => {
    expect(head).toEqual(HEAD);
    expect(new Set(before.map(({ of }) => of))).toEqual(new Set(ENDPOINT_IDS));
  });

  it.each(ENDPOINT_IDS)(
    '[D15.2] %s: address, headers and body are the same as recorded, byte for byte',
    async (endpoint) => {
      expect(await recordRequests(endpoint)).toEqual(before.filter(({ of }) => of === endpoint));
    },
  );
});
