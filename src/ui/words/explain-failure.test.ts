import { describe, expect, it } from 'vitest';
import { explainFailure } from './failures.ts';

describe('explainFailure', () => {
  it('names the button that goes on', () => {
    expect(explainFailure('server', 'Resume')).toContain('press Resume');
    expect(explainFailure('server', 'Retry')).toContain('press Retry');
  });

  it('[D7.5] says that a connection error can be a wrong key', () => {
    expect(explainFailure('connection', 'Resume')).toContain('a wrong key can look the same');
  });

  it('tells who is not served with a good key from who has a wrong one, each in words of its own', () => {
    const kinds = ['not-permitted', 'no-browser-access', 'website-blocked', 'region'] as const;
    const words = kinds.map((kind) => explainFailure(kind, 'Resume'));
    expect(words).toEqual([
      expect.stringContaining('does not permit this with the key, or from this network'),
      expect.stringContaining('does not allow requests from a web page'),
      expect.stringContaining('restricted to certain websites'),
      expect.stringContaining('does not serve the country or region'),
    ]);
    for (const sentence of words) {
      expect(sentence).not.toMatch(/correct it|refuses the key/i);
      expect(sentence).toMatch(/hat is finished is kept\b.* press Resume\.$/);
    }
  });

  it('points to the dropdown when the model is gone', () => {
    expect(explainFailure('model-not-found', 'Resume')).toContain('Choose another at Model');
  });
});
