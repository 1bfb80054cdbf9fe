import { describe, expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

describe('explainFailure', () => {
  it('names the button that goes on', () => {
    expect(explainFailure('server', 'Resume')).toContain('press Resume');
    expect(explainFailure('server', 'Retry')).toContain('press Retry');
  });

  it('says that a connection error can be a wrong key', () => {
    expect(explainFailure('connection', 'Resume')).toContain('a wrong key can look the same');
  });

  it('points to the dropdown when the model is gone', () => {
    expect(explainFailure('model-not-found', 'Resume')).toContain('Choose another at Model');
  });
});
