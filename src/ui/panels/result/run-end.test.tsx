import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../../../test/batches.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { samplePhrases } from '../../../../test/srt-sample.ts';
import { EMPTY_WORK, type Work } from '../../../film/film.ts';
import { centsWords, durationWords } from '../../words/quantities.ts';
import { type RunTime, runTimeAfter } from './run-end.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const sentence = () => panel().queryByText(/^Done/)?.textContent?.trim();
const reviewButtons = () => screen.queryAllByRole('button', { name: /^Review/ }).map(({ textContent }) => textContent);

describe('[D14.40] the end of a run in Text', () => {
  it('is one sentence and one button, which leads to Lines', async () => {
    const { page, user, give, session, pass, settle } = await renderApp({
      film: 25,
      answer: ({ numbers }) => success(replyOf(numbers).replace('PT 7"', 'мир"')),
    });
    await give(() => void session.translate(), 500);
    expect(sentence()).toBeUndefined();
    for (let waits = 0; waits < 200 && sentence() === undefined; waits++) await pass(25);
    // Until the lines are judged no button is emphasized, so that none changes just before a press.
    expect(sentence()).toBe('Done in 1 s for less than 1 cent.');
    expect(panel().getByText('Checking the lines…')).toBeDefined();
    expect(document.querySelectorAll('button[data-variant=primary]')).toHaveLength(0);
    await pass(5_000);
    expect(sentence()).toBe('Done in 1 s for less than 1 cent. 1 line needs a look.');
    expect(reviewButtons()).toEqual(['Review 1 line']);
    await user.click(panel().getByRole('button', { name: 'Review 1 line' }));
    await settle(1_000);
    expect(page.getState().view).toBe('lines');
    expect(reviewButtons()).toEqual(['Review 1 line']);
    await give(() => session.changeLines([{ number: 7, text: 'PT 7' }]));
    await give(() => page.setState({ view: 'text' }), 2_000);
    expect(sentence()).toBe('Done in 1 s for less than 1 cent. Nothing needs a look.');
    expect(reviewButtons()).toEqual([]);
  });

  it('with a failed batch says what failed, what to do and how many lines need a look, with one main button', async () => {
    const { page, settle, give, session } = await renderApp({
      film: 45,
      answer: ({ numbers }) => success(numbers[0] === 21 ? 'I cannot do that.' : replyOf(numbers)),
    });
    await give(() => void session.translate(), 8_500);
    const ended =
      'for 1 cent. 1 of 3 batches failed. Retry it. Or open it and press “Fill gaps with the original”. 20 lines need a look.';
    expect(panel().getByText(/^Ended in \d s/).textContent).toContain(ended);
    expect(panel().getAllByText(/batch(es)? failed/)).toHaveLength(1);
    expect(reviewButtons()).toEqual(['Review 20 lines']);
    const primary = [...document.querySelectorAll('button[data-variant=primary]')].map((one) => one.textContent);
    expect(primary).toEqual(['Retry failed']);
    act(() => page.setState({ view: 'lines' }));
    await settle(2_000);
    expect(screen.getAllByText(/^1 of 3 batches failed\./)).toHaveLength(1);
    const commands = screen.getByRole('group', { name: 'Lines: commands' });
    const menu = within(commands).getByText('More').closest('details') as HTMLElement;
    const names = within(commands)
      .getAllByRole('button')
      .filter((one) => !menu.contains(one));
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Review 20 lines',
      'Save as translated.25-of-45.pt.srt',
      'Download',
      'Result',
    ]);
    for (const name of ['File options', 'Lines as CSV']) expect(within(menu).getByText(name)).toBeDefined();
  });

  it('says how a stopped run ended when its last replies arrive, not that it is paused', async () => {
    const { session, give, settle } = await renderApp({
      film: 45,
      answer: ({ numbers }) =>
        numbers[0] === 21 ? success('I cannot do that.') : inMs(9_000, success(replyOf(numbers))),
    });
    await give(() => void session.translate(), 1_500);
    await settle(3_000);
    await give(() => session.stop());
    await settle(30_000);
    expect(panel().getByText(/^Ended in/).textContent).toContain('1 of 3 batches failed. Retry it');
    expect(screen.queryByText(/^Paused/)).toBeNull();
    expect(screen.getByRole('status', { name: 'Progress' }).textContent).toBe(
      'The translation has ended. 1 batch failed.',
    );
  });

  it('[D14.59] says in one sentence that the whole film came in another language, also in Lines', async () => {
    const spanish = [
      '¿Dónde estabas toda la noche?',
      'No me preguntes, es una larga historia.',
      'Te esperé hasta las tres de la mañana.',
      'Perdona, se me acabó la batería y no había taxis.',
    ];
    const { page, session, give, settle } = await renderApp({
      film: 45,
      settings: { prompt: 'Translate from Russian into German.' },
      answer: ({ numbers }) =>
        success(JSON.stringify(Object.fromEntries(numbers.map((number) => [number, spanish[number % 4]])))),
    });
    await give(() => void session.translate(), 8_500);
    expect(panel().getAllByText(/^The translation looks Spanish, not German\. If Spanish is right, /)).toHaveLength(1);
    expect(panel().getByText(/^Done in/).textContent, 'no number of lines').toMatch(/cents?\. *$/);
    expect(document.querySelectorAll('button[data-variant=primary]')).toHaveLength(0);
    act(() => page.setState({ view: 'lines' }));
    await settle(2_000);
    expect(screen.getAllByText(/^The translation looks Spanish, not German\./)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Ask the model to fix/ })).toBeNull();
  });

  it('offers rare commands in the menu "More", beside the specified commands', async () => {
    const { pass } = await renderApp({ film: 5, ranMs: 2_000 });
    await pass(1_000);
    const commands = within(screen.getByRole('group', { name: 'Translation: commands' }));
    const names = commands.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['Clear', 'Restart', 'Save as translated.pt.srt', 'Download', 'Result']);
    const menu = panel().getByText('More').closest('details') as HTMLElement;
    for (const name of ['File options', 'Film notes', 'Lines as CSV'])
      expect(within(menu).getByText(name)).toBeDefined();
  });
});

describe('the time of a run', () => {
  const PHRASES = samplePhrases(40);
  const film = (...slots: readonly (readonly [string, string] | null | undefined)[]): Work => ({
    ...EMPTY_WORK,
    phrases: PHRASES,
    batches: batchesOf(Array.from(slots)),
  });
  const OK = ['', '{}'] as const;
  const paused = (work: Work): Work => ({ ...work, paused: { reason: 'person' } });
  /** The run time after these states, each with its time. */
  const after = (...states: readonly (readonly [now: number, state: Work])[]): RunTime =>
    states.reduce<{ time: RunTime; before: Work }>(
      ({ time, before }, [now, state]) => ({ time: runTimeAfter(time, before, state, now), before: state }),
      { time: undefined, before: EMPTY_WORK },
    ).time;
  const begun = [1_000, film(undefined, undefined)] as const;

  it.each<readonly [what: string, ms: number | undefined, states: readonly (readonly [number, Work])[]]>([
    ['a run from its start to its end', 38_000, [begun, [20_000, film(OK, null)], [39_000, film(OK, OK)]]],
    [
      'without the time in which it was stopped',
      9_000,
      [begun, [4_000, paused(film(OK, undefined))], [60_000, film(OK, null)], [66_000, film(OK, OK)]],
    ],
    ['not while it goes on', undefined, [begun, [20_000, film(OK, null)]]],
    [
      'not of a film that comes back',
      undefined,
      [
        [1_000, film(OK, undefined)],
        [9_000, film(OK, OK)],
      ],
    ],
    [
      'not of a film that comes back before anything of it was done',
      undefined,
      [
        [1_000, { ...film(undefined, undefined), sourceText: '1' }],
        [9_000, { ...film(OK, OK), sourceText: '1' }],
      ],
    ],
    ['not after Restart', undefined, [begun, [20_000, film(OK, OK)], [21_000, EMPTY_WORK]]],
  ])('%s', (_, ms, states) => {
    const time = after(...states);
    expect(time?.since === null ? time.ms : undefined).toBe(ms);
  });
});

it.each([
  [400, '1 s'],
  [38_400, '38 s'],
  [60_000, '1 min'],
  [192_000, '3 min 12 s'],
  [3_600_000, '1 h'],
  [3_719_000, '1 h 2 min'],
])('%d ms are %s', (ms, words) => expect(durationWords(ms)).toBe(words));

it.each([
  [0, false, ''],
  [0.0031, false, 'less than 1 cent'],
  [0.0088, false, '1 cent'],
  [0.021, false, '2 cents'],
  [1.254, false, '$1.25'],
  [0.029, true, 'at least 2 cents'],
  [0.004, true, ''],
])('$%d, at least: %s, are "%s"', (dollars, isPartial, words) => expect(centsWords(dollars, isPartial)).toBe(words));
