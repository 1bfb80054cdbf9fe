import { describe, expect, it } from 'vitest';
import { refusedForPace } from './stand-in-call.ts';
import { limitRequests, limitTokens } from './stand-in-limits.ts';

describe('limits by the minute', () => {
  const callAt = (at: number) => ({
    kind: 'translate' as const,
    key: '',
    model: 'gpt-4o',
    phrases: { 1: 'x'.repeat(100) },
    isCorrection: false,
    provider: 'openai' as const,
    method: 'POST',
    path: '',
    headers: {},
    body: { text: 'y'.repeat(200) },
    at,
    endedAt: undefined,
    status: undefined,
    aborted: false,
  });

  it('counts requests', () => {
    const limit = limitRequests({ perMinute: 60, size: 2, waitReadable: true });
    expect([limit(callAt(0)), limit(callAt(0))]).toEqual([undefined, undefined]);
    expect(limit(callAt(400))).toEqual(refusedForPace(600));
    expect(limit(callAt(1_000))).toBeUndefined();
    expect(limit(callAt(1_001))).toEqual(refusedForPace(999));
    expect(limit({ ...callAt(1_001), kind: 'models' })).toBeUndefined();
  });

  it('counts tokens, and may keep the wait to itself', () => {
    const limit = limitTokens({ perMinute: 6_000, size: 100, waitReadable: false });
    expect(limit(callAt(0))).toBeUndefined();
    expect(limit(callAt(0))).toEqual(refusedForPace());
    expect(limit(callAt(1_000))).toBeUndefined();
  });
});
