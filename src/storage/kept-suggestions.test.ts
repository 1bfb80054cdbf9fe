import { expect, test } from 'vitest';
import { readableFilm } from '../../test/readable-film.ts';
import { planAsks } from '../film/plan-suggestions.ts';
import { formatProject, parseProject } from '../project.ts';
import { DEFAULT_MODEL } from '../providers/catalog.ts';
import { formatSession, parseSession, type SessionKey } from './film-codec.ts';

const film = readableFilm(45);
const [ask] = planAsks(film, [22], { kind: 'again' });
const state = {
  ...film,
  asks: ask ? [{ ...ask, id: 'suggest 1', stage: 'loading' as const }] : [],
  suggestions: {
    21: [
      { of: '5-x', text: 'Sim', wish: 'told' as const, told: 'She is a woman.' },
      { of: '5-x', failure: { kind: 'quota' as const, message: 'No credit.' }, wish: 'shorter' as const },
    ],
  },
};
/** What was under way is told at its line. */
const left = { 22: [{ of: ask?.of[22], failure: { kind: 'left', message: '' }, wish: 'again' }] };
const stored = formatSession(state);
const parsed = (texts: Readonly<Record<SessionKey, string>>) =>
  parseSession({ read: (key) => texts[key], torn: false });

test('[D10.7][D7.23] suggestions that came outlive a reload; what is still asked for is not asked for again by itself, and that is told', () => {
  const { state: read, broken } = parsed(stored);
  expect([read.suggestions, read.asks, [...broken]]).toEqual([{ ...state.suggestions, ...left }, [], []]);
});

test('[D10.7] they are in the project file', () => {
  const project = parseProject(formatProject({ session: state, prompt: 'Translate.', model: DEFAULT_MODEL }));
  expect(project.ok && [project.value.session.suggestions, project.value.session.asks]).toEqual([
    { ...state.suggestions, ...left },
    [],
  ]);
});

test('broken ones cost nothing else', () => {
  const { state: read, broken } = parsed({
    ...stored,
    sessionExtras: stored.sessionExtras.replace('"wish":"told"', '"wish":"?"'),
  });
  expect([read.suggestions, read.results, [...broken]]).toEqual([
    { 21: [], ...left },
    state.results,
    ['sessionExtras'],
  ]);
});
