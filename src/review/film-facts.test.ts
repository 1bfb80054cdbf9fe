import { expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { type FilmChoices, filmFacts, judgedAlike } from './film-facts.ts';
import type { Line } from './line.ts';
import { limitsFor } from './rules.ts';
import { sourceFacts } from './source-facts.ts';

const choices: FilmChoices = { language: 'uk', limits: limitsFor('uk'), misaligned: new Map() };
const original = 'What are you doing in there?';
const film = (translations: (string | undefined)[]): Line[] =>
  translations.map((translation, index) => lineOf(original, translation, index + 1));

test('facts that say the same are the same', () => {
  const before = film(Array.from({ length: 40 }, () => 'Що ти там робиш зараз?'));
  const after = before.with(3, lineOf(original, 'Що ти там робиш, Іване?', 4));
  const source = sourceFacts(before);
  const one = filmFacts(before, source, choices);
  const other = filmFacts(after, source, choices, one);
  expect(other.rules).toBe(one.rules);
  expect(judgedAlike(before.slice(20), one, other)).toBe(true);
  expect(judgedAlike(before.slice(0, 20), one, other)).toBe(false);
});

test('other limits, another language and other misalignments need judging again', () => {
  const lines = film(['Що ти там робиш?']);
  const source = sourceFacts(lines);
  const one = filmFacts(lines, source, choices);
  const alike = (change: Partial<FilmChoices>) =>
    judgedAlike(lines, one, filmFacts(lines, source, { ...choices, ...change }, one));
  expect(alike({})).toBe(true);
  expect(alike({ limits: { ...choices.limits, lines: 3 } })).toBe(false);
  expect(alike({ language: 'de' })).toBe(false);
  expect(alike({ misaligned: new Map([[1, 'Stands one line too early.']]) })).toBe(false);
  expect(alike({ misaligned: new Map([[2, 'Stands one line too early.']]) })).toBe(true);
});

test('the usual length is that of the scripts until enough lines have come in', () => {
  const ratio = (count: number) => {
    const lines = film(Array.from({ length: 40 }, (_, index) => (index < count ? 'x'.repeat(56) : undefined)));
    return filmFacts(lines, { ...sourceFacts(lines), script: 'Latn' }, { ...choices, language: 'zh' }).rules.ratio;
  };
  expect(ratio(5)).toBeLessThan(0.5);
  expect(ratio(40)).toBe(2);
});
