import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { failure, inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { DEFAULT_PROMPT } from '../../../languages/default-prompt.ts';
import type { SrtDifference, SrtDifferenceKind } from '../../../subtitles/document.ts';
import { srtDifferenceWords } from './translated-section.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const newest = () => panel().queryByRole('region', { name: 'Newest lines' });
const firstLine = () => within(newest() as HTMLElement).getAllByRole('listitem')[0]?.textContent;

describe('the right panel during a run', () => {
  /** Batch 1 comes after 3 s, batch 2 after 1 s, batch 3 after 5 s, batch 4 never. */
  const running = () =>
    renderApp({
      film: 80,
      ranMs: 500,
      settings: { prompt: DEFAULT_PROMPT },
      answer: ({ numbers }) =>
        inMs([3_000, 1_000, 5_000, 600_000][Math.floor((numbers[0] ?? 0) / 20)] ?? 0, success(replyOf(numbers))),
    });

  it('[D11.8] shows the lines that came last, leads to all lines, and folds settings that cannot be changed', async () => {
    const { pass, user, page, give, session } = await running();
    expect(newest()).toBeNull();
    expect(panel().getByText('gpt-4-0125-preview · Russian → Portuguese')).toBeDefined();
    expect(panel().queryByRole('combobox', { name: 'Into' })).toBeNull();
    expect(panel().getByText(DEFAULT_PROMPT)).toBeDefined();
    await pass(1_000);
    expect(firstLine()).toBe('PT 21');
    await pass(2_000);
    expect(firstLine()).toBe('PT 1');
    await pass(2_000);
    expect(firstLine()).toBe('PT 41');
    await user.click(panel().getByRole('button', { name: 'Watch all lines' }));
    expect(page.getState().view).toBe('lines');
    await give(() => page.setState({ view: 'text' }));
    await give(session.stop, 100);
    expect(panel().getByRole('combobox', { name: 'Into' })).toBeDefined();
    expect(panel().queryByText(/ · Russian → Portuguese$/)).toBeNull();
    await give(session.resume, 100);
    await give(() => session.stop({ batch: 3 }), 1_000);
    await give(() => session.reviewOutput(3, 'fill'), 1_000);
    expect(newest(), 'the result is complete').toBeNull();
  });

  it('[D11.8] ignores a batch that failed without a text', async () => {
    const page = await renderApp({
      film: 40,
      ranMs: 2_000,
      answer: ({ numbers }) => (numbers[0] === 1 ? failure('refused', 'No.') : inMs(3_000, success(replyOf(numbers)))),
    });
    expect(screen.getByRole('button', { name: /^Batch 1, failed/ })).toBeDefined();
    expect(newest()).toBeNull();
    await page.pass(2_000);
    expect(firstLine()).toBe('PT 21');
  });

  it('[D11.8] keeps the newest usable lines when later answers have none, until Restart', async () => {
    const page = await renderApp({
      film: 60,
      ranMs: 2_000,
      answer: ({ numbers }) =>
        numbers[0] === 1 ? success(replyOf(numbers)) : inMs(2_000, success('I cannot do that.')),
    });
    expect(firstLine()).toBe('PT 1');
    await page.pass(6_000);
    expect(screen.getByRole('button', { name: /^Batch 3, failed/ })).toBeDefined();
    expect(firstLine()).toBe('PT 1');
    await page.click(panel().getByRole('button', { name: 'Restart' }), 100);
    await page.click(screen.getByRole('button', { name: 'Don’t save' }), 100);
    expect(newest()).toBeNull();
    expect(panel().getByRole('button', { name: 'Translate' })).toBeDefined();
  });

  it('[D11.8] uses the prompt’s target language, whatever the film looks like', async () => {
    const english = (number: number) =>
      `${number}\n00:00:0${number},000 --> 00:00:0${number},900\nWhere have you been all the time, and what did you do with them?\n`;
    await renderApp({
      film: [1, 2, 3, 4].map(english).join('\n'),
      ranMs: 1_000,
      settings: { prompt: DEFAULT_PROMPT },
      answer: ({ numbers }) => inMs(9_000, success(replyOf(numbers))),
    });
    expect(panel().getByText('gpt-4-0125-preview · Russian → Portuguese')).toBeDefined();
  });
});

const difference = (kind: SrtDifferenceKind, line: number, number?: number): SrtDifference => ({ kind, line, number });

describe('srtDifferenceWords', () => {
  it('is empty for no differences', () => {
    expect(srtDifferenceWords([])).toEqual([]);
  });

  it('makes one sentence for each kind, in the order of the lines', () => {
    expect(
      srtDifferenceWords([
        difference('missing', 180, 45),
        difference('unreadable', 812),
        difference('missing', 184, 46),
        difference('missing', 360, 90),
      ]),
    ).toEqual([
      { kind: 'missing', line: 180, words: '3 subtitles of the original are missing: 45, 46 and 90.' },
      {
        kind: 'unreadable',
        line: 812,
        words: 'Text line 812 belongs to no subtitle: a number and a timing line are missing.',
      },
    ]);
  });

  it.each<readonly [SrtDifferenceKind, string, string]>([
    ['missing', '1 subtitle of the original is missing: 45.', '2 subtitles of the original are missing: 45 and 46.'],
    ['doubled', 'Subtitle 45 occurs more than once.', 'Subtitles 45 and 46 occur more than once.'],
    ['foreign', 'Subtitle 45 is not in the original.', 'Subtitles 45 and 46 are not in the original.'],
    ['moved', 'Subtitle 45 is in the wrong place.', 'Subtitles 45 and 46 are in the wrong place.'],
    [
      'renumbered',
      'Subtitle 45 has another number than in the original.',
      'Subtitles 45 and 46 have other numbers than in the original.',
    ],
    [
      'time',
      'Subtitle 45 has another time than in the original.',
      'Subtitles 45 and 46 have other times than in the original.',
    ],
    ['no-text', 'Subtitle 45 has no text.', 'Subtitles 45 and 46 have no text.'],
    [
      'blank-line',
      'The blank line before subtitle 45 is missing.',
      'The blank lines before subtitles 45 and 46 are missing.',
    ],
  ])('%s, for one and for several phrases', (kind, one, more) => {
    const words = (...numbers: readonly number[]) =>
      srtDifferenceWords(numbers.map((number) => difference(kind, 1, number)))[0]?.words;
    expect(words(45)).toBe(one);
    expect(words(45, 45)).toBe(one);
    expect(words(45, 46)).toBe(more);
  });

  it('names lines if the phrase is unknown', () => {
    expect(srtDifferenceWords([difference('unreadable', 8), difference('unreadable', 12)])[0]?.words).toBe(
      'Text lines 8 and 12 belong to no subtitle: numbers and timing lines are missing.',
    );
  });
});
