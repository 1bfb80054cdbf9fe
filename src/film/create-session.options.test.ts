import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type HarnessOptions, replyOf, success } from '../../test/session-harness.ts';
import { samplePhrases, sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { filmTexts, parseFilm } from '../storage/film-codec.ts';
import { formatSrt } from '../subtitles/srt.ts';
import type { FilmOptions } from '../translation/batch.ts';
import { lineOf } from './lines.ts';

beforeEach(() => void vi.useFakeTimers());

/** A film of 50 phrases, translated with these options. */
async function translated(options: FilmOptions, harnessOptions: HarnessOptions = {}) {
  const harness = createHarness(harnessOptions);
  harness.session.openSource(sampleSrt(50), [], 'Film 1.srt');
  harness.session.changeOptions(options);
  await harness.session.translate();
  await harness.pass(9_000);
  return harness;
}

/** Writes numbers as ranges: "11-20 26". */
const ranges = (numbers: readonly number[]): string =>
  numbers
    .reduce<number[][]>((all, number) => {
      const last = all.at(-1);
      if (last?.at(-1) === number - 1) last.push(number);
      else all.push([number]);
      return all;
    }, [])
    .map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : String(run[0])))
    .join(' ');

it('[D16.1] sends the previous batch as context if the film has no options', async () => {
  const { requests } = await translated({});
  expect(requests.map(({ contextNumbers }) => ranges(contextNumbers))).toEqual(['', '1-20', '21-40']);
});

it('[D16.2] sends ten phrases before and five after the batch as context, as far as they exist', async () => {
  const { requests } = await translated({ context: 'window' });
  expect(requests.map(({ numbers, contextNumbers }) => [ranges(numbers), ranges(contextNumbers)])).toEqual([
    ['1-20', '21-25'],
    ['21-40', '11-20 41-45'],
    ['41-50', '31-40'],
  ]);
});

it('[D16.2] sends the phrases around the requested lines also in a corrective pass and for a part of a batch', async () => {
  const { requests } = await translated(
    { context: 'window' },
    {
      answer: ({ numbers, correction }) => {
        if (correction) return success(replyOf(numbers));
        return success(numbers[0] === 21 && numbers.length === 20 ? '{}' : replyOf(numbers));
      },
    },
  );
  expect(requests.filter(({ correction }) => correction).map(({ contextNumbers }) => ranges(contextNumbers))).toEqual([
    '11-20 41-45',
  ]);
});

it('[D16.1] keeps the film options after Restart for the same film, and begins another film without them', async () => {
  const { session, state } = await translated({ context: 'window' });
  session.clear('all');
  session.openSource(sampleSrt(50), [], 'Film 1.srt');
  expect(state().options.context).toBe('window');
  session.clear('all');
  session.openSource(sampleSrt(40), [], 'Film 2.srt');
  expect(state().options).toEqual({});
});

it('[D16.1] applies options chosen on the empty page to the film that is opened next', () => {
  const { session, state } = createHarness();
  session.changeOptions({ context: 'window' });
  session.openSource(sampleSrt(3), [], 'Film 1.srt');
  expect(state().options).toEqual({ context: 'window' });
  session.openSource(sampleSrt(4), [], 'Film 2.srt');
  expect(state().options).toEqual({});
});

it('[D16.1] applies options chosen after Clear to any film that is opened next', () => {
  const { session, state } = createHarness();
  session.openSource(sampleSrt(3), [], 'Film 1.srt');
  session.changeOptions({ context: 'window' });
  session.clear('original');
  session.changeOptions({ ...state().options, replyFormat: 'schema' });
  session.openSource(sampleSrt(4), [], 'Film 2.srt');
  expect(state().options).toEqual({ context: 'window', replyFormat: 'schema' });
});

it.each(['cleared', 'started over'])(
  '[D16.1] does not apply options chosen for a pasted text that was %s to another film',
  async (how) => {
    const { session, state, pass } = createHarness();
    session.edit('original', sampleSrt(3));
    session.changeOptions({ context: 'window', replyFormat: 'schema' });
    if (how === 'started over') {
      await session.translate();
      await pass(3_000);
      session.clear('all');
    } else session.clear('original');
    session.openSource(sampleSrt(40), [], 'Film 2.srt');
    expect(state().options).toEqual({});
  },
);

it.each([
  ['cleared', false],
  ['started over', true],
])('[D16.1] keeps options chosen after a film was %s when Undo brings that film back', async (_, isRun) => {
  const { session, state } = await translated({ context: 'window' });
  session.clear('all');
  if (!isRun) {
    session.undo();
    expect(state().options).toEqual({ context: 'window' });
    session.clear('all');
    session.openSource(sampleSrt(50), [], 'Film 1.srt');
    session.clear('original');
  }
  session.changeOptions({ ...state().options, replyFormat: 'schema' });
  session.undo();
  expect(state().sourceText).toBe(sampleSrt(50));
  expect(state().options).toEqual({ context: 'window', replyFormat: 'schema' });
});

it('[D16.1] stores film options with the film, and ignores an unknown value', async () => {
  const { state } = await translated({ context: 'window' });
  const texts: Readonly<Record<string, string>> = filmTexts(state());
  const readWith = (extras: string) =>
    parseFilm({ read: (key) => (key === 'sessionExtras' ? extras : (texts[key] ?? null)), incompleteWrite: false })
      .state;
  const { sessionExtras = '' } = texts;
  expect(readWith(sessionExtras).options).toEqual({ context: 'window' });
  expect(readWith(sessionExtras.replace('"window"', '"all"')).options).toEqual({});
});

/** Phrases 18 and 37 of these 50 end a sentence. */
const SENTENCES = formatSrt(
  samplePhrases(50).map((phrase) => ({
    ...phrase,
    text: `Слово ${phrase.number}${[18, 37].includes(phrase.number) ? '.' : ''}`,
  })),
);

describe('[D16.3] batches that end with sentences', () => {
  async function film() {
    const harness = createHarness();
    harness.session.openSource(SENTENCES, [], 'Film 1.srt');
    harness.session.changeOptions({ batches: 'sentences' });
    const source = await harness.session.analysis.look();
    await harness.session.translate();
    await harness.pass(9_000);
    return { ...harness, source };
  }

  it('shows the sizes of batches that end with sentences before it sends them', async () => {
    const { requests, source, state } = await film();
    expect(source?.batches?.map(({ phrases }) => phrases)).toEqual([18, 19, 13]);
    expect(requests.map(({ numbers, contextNumbers }) => [ranges(numbers), ranges(contextNumbers)])).toEqual([
      ['1-18', ''],
      ['19-37', '1-18'],
      ['38-50', '19-37'],
    ]);
    expect(state().translated).toContain('PT 19');
    expect(lineOf(state(), 38)).toMatchObject({ number: 38, translation: 'PT 38' });
  });

  it('keeps batches that end with sentences after a reload, whatever option is chosen then', async () => {
    const { state } = await film();
    const texts: Readonly<Record<string, string>> = filmTexts({ ...state(), options: {} });
    const { state: read, broken } = parseFilm({ read: (key) => texts[key] ?? null, incompleteWrite: false });
    expect([...broken]).toEqual([]);
    const again = createHarness({ initial: read });
    again.session.changeLines([{ number: 19, text: 'Outra' }]);
    await again.session.writeResult();
    expect(resultsOf(again.state()).map((slot) => Object.keys(JSON.parse(slot?.[1] ?? '{}')).length)).toEqual([
      18, 19, 13,
    ]);
    expect(again.state().translated).toContain('Outra');
  });

  it('keeps the batches of a film that is being translated when the option for batches changes', async () => {
    const { session, state, requests, pass } = await translated({});
    session.changeOptions({ batches: 'sentences' });
    session.translateAgain(1);
    await pass(2_000);
    expect(ranges(requests.at(-1)?.numbers ?? [])).toBe('21-40');
    expect(resultsOf(state())).toHaveLength(3);
  });
});

it('[D16.4] asks for a strict schema in every call of a batch, but only if the person has chosen it', async () => {
  const answer: HarnessOptions['answer'] = ({ numbers, correction }) =>
    success(correction || numbers[0] !== 21 ? replyOf(numbers) : '{}');
  const forms = async (options: FilmOptions) =>
    (await translated(options, { answer })).requests.map(({ replyFormat }) => replyFormat);
  expect(await forms({ replyFormat: 'schema' })).toEqual(['schema', 'schema', 'schema', 'schema']);
  expect(await forms({})).toEqual([undefined, undefined, undefined, undefined]);
});

it('[D16.5] reports once for each film that the model accepts no schema', async () => {
  const answer: HarnessOptions['answer'] = ({ numbers }) => ({ ...success(replyOf(numbers)), replyForm: 'object' });
  const madeWith = () => ({ prompt: 'p', model: { endpoint: 'openai', id: 'gpt-4' } }) as const;
  const { state, session, pass } = await translated({ replyFormat: 'schema' }, { answer, madeWith });
  const notices = [{ kind: 'reply-form', model: 'gpt-4', form: 'object' }];
  expect(state().notices).toEqual(notices);
  session.dismissNotice(0);
  session.translateAgain(0);
  await pass(9_000);
  expect(state().notices).toEqual([]);
  session.openSource(sampleSrt(30), [], 'Film 2.srt');
  session.changeOptions({ replyFormat: 'schema' });
  await session.translate();
  await pass(9_000);
  expect(state().notices).toEqual(notices);
});

it('[D16.1] does not apply options chosen for a pasted text to another text pasted over it', () => {
  const { session, state } = createHarness();
  session.edit('original', sampleSrt(5));
  session.changeOptions({ context: 'window', replyFormat: 'schema' });
  session.edit('original', sampleSrt(8).replaceAll('Фраза', 'Something else').replaceAll('00:', '01:'));
  expect(state().options).toEqual({});
});
