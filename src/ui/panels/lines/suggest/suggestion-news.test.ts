import { expect, test } from 'vitest';
import { readableFilm } from '../../../../../test/readable-film.ts';
import type { AskFailure } from '../../../../engine/run-state.ts';
import { planAsks } from '../../../../film/plan-suggestions.ts';
import { suggestionNews } from './suggest-bar.tsx';

const film = readableFilm(20);
const asks = planAsks(film, [3, 4, 5], { kind: 'again' }).map((ask) => ({
  ...ask,
  id: 'suggest 1',
  stage: 'loading' as const,
}));
const FAILURE: AskFailure = { kind: 'cancelled', message: '' };
const said = (text?: string) => [
  { of: '1-x', wish: 'again' as const, ...(text === undefined ? { failure: FAILURE } : { text }) },
];

test.each([
  ['new texts', { 3: said('A'), 4: said('B'), 5: said('C') }, 'Suggestions for 3 lines'],
  [
    'some that were suggested before',
    { 3: said('Old'), 4: said('B'), 5: said('C') },
    'Suggestions for 3 lines. For 1 of them the model said the same again.',
  ],
  [
    'none but those that were suggested before, and a failure',
    { 3: said('Old'), 4: said('Old'), 5: said() },
    'Suggestions for 2 lines. The model said the same again. No suggestion for 5. Stopped before it came.',
  ],
])('an ask that has ended is told of in one sentence after another: %s', (_, suggestions, words) => {
  const before = { asks, suggestions: { 3: said('Old'), 4: said('Old') } };
  expect(suggestionNews(before, { asks: [], suggestions })?.trim()).toBe(words);
});
