import { expect, it } from 'vitest';
import { EMPTY_SESSION } from '../../session/session-state.ts';
import { workAsText } from './work-as-text.ts';

it('gives what is furthest: the result, else the outputs, else the original', () => {
  const source = { ...EMPTY_SESSION, sourceText: 'source' };
  const outputs = { ...source, results: [['', 'a'], null, ['refused', ''], ['bad', 'b']] as const };
  expect(workAsText(source)).toBe('source');
  expect(workAsText(outputs)).toBe('a\n\nb');
  expect(workAsText({ ...outputs, translated: 'all' })).toBe('all');
});
