import { describe, expect, test, vi } from 'vitest';
import { createDialogueFilm, LANGUAGES } from '../../bench/dialogue/dialogue-film.ts';
import { MISALIGNMENT_FAULTS } from '../../bench/dialogue/misalignment-faults.ts';
import { batchesOf } from '../../test/batches.ts';
import { BATCH } from '../../test/misalignment-batch.ts';
import { EN_DE } from '../../test/noted-films/en-de.ts';
import { linesOfFilm, notesOfFilm } from '../../test/noted-films/noted-film.ts';
import { readableFilm } from '../../test/readable-film.ts';
import { connectInside } from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import type { Work } from '../film/film.ts';
import { allLines, linesOfBatch } from '../film/lines.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import { type Line, PROBLEM_KINDS, type ProblemKind } from '../review/line.ts';
import { isCounted } from '../review/problem-kinds.ts';
import { batchAt, countBatches } from '../translation/batch.ts';
import type { FromWorker, Judgement, JudgementVersion } from './calls.ts';
import { createFilmServer } from './functions.ts';

const HOW = { prompt: 'Translate into Portuguese.' };

function withTexts(film: Work, texts: Readonly<Record<number, string>>): Work {
  const results = resultsOf(film).map((slot, batch) => {
    const lines = linesOfBatch(film, batch);
    if (!lines.some(({ number }) => number in texts)) return slot;
    const output = lines.map(({ number, translation }) => [number, texts[number] ?? translation]);
    return ['', JSON.stringify(Object.fromEntries(output))] as const;
  });
  return { ...film, batches: batchesOf(results) };
}

function filmOf(batches: readonly (readonly Line[])[]): Work {
  const lines = batches.flat().map((line, index) => ({ ...line, number: index + 1 }));
  return {
    ...readableFilm(lines.length),
    phrases: lines.map(({ number, time, original }) => ({ number, time, text: original })),
    batches: batchesOf(
      Array.from({ length: lines.length / 20 }, (_, batch) => {
        const own = lines.slice(20 * batch, 20 * batch + 20);
        return ['', JSON.stringify(Object.fromEntries(own.map(({ number, translation }) => [number, translation])))];
      }),
    ),
  };
}

async function judged(film: Work, { ask } = connectInside(), since?: JudgementVersion): Promise<Judgement> {
  const found = await ask(film, 'judge', { ...HOW, since });
  if (!found) throw new Error('Nobody has judged the film.');
  return found;
}
const problemsIn = ({ changed }: Judgement) =>
  changed.flatMap(([, problems]) =>
    problems.map(([number, found]) => [number, found.map(({ kind }) => kind)] as const),
  );

test('[D18.8] counts the lines of another film that need a look, by its marks, and keeps the judgement of the open one', async () => {
  const { ask } = connectInside();
  const open = readableFilm(20);
  const { version } = await judged(open, { ask } as ReturnType<typeof connectInside>);
  const film = withTexts(readableFilm(60), { 5: '', 25: '9 9 9', 45: '8 8 8' });
  const review = (marks: Work['marks']) => ask(open, 'toReview', { ...HOW, film: { ...film, marks, paused: null } });
  expect(await review({})).toEqual({ count: 3, first: 5 });
  expect(await review({ 5: { confirmed: true }, 30: { flagged: true } })).toEqual({ count: 3, first: 25 });
  expect(await review({ 5: { confirmed: true }, 25: { dismissed: PROBLEM_KINDS } })).toEqual({
    count: 1,
    first: 45,
  });
  const after = await judged(open, { ask } as ReturnType<typeof connectInside>, version);
  expect(after.changed, 'nothing was judged again').toEqual([]);
});

describe('[D14.55] in a film of 240 lines', () => {
  const LINES = [...linesOfFilm(EN_DE), ...createDialogueFilm({ from: 'en', to: 'de', lines: 120, seed: 1 })].slice(
    0,
    240,
  );
  const textOf = (number: number) => LINES[number - 1]?.translation ?? '';
  /** From this line on to the end of its batch each text is that of the next line. */
  const SHIFT_FROM = 127;
  const FAULTS: readonly (readonly [kind: ProblemKind, number: number, text: string])[] = [
    ['not-translated', 6, 'Places, everyone! Dress rehearsal in five minutes.'],
    ['name', 11, 'Ludvig hat sie zweimal gesehen.'],
    ['spacing', 36, 'Das ist sie  immer, wenn es um Geld geht.'],
    ['too-long', 47, 'Sie würde ihre eigene Mutter verkaufen, und das sagt hier jeder, der sie seit Jahren gut kennt.'],
    ['punctuation-differs', 73, 'Wer wusste davon.'],
    ['tags-differ', 87, 'Sie starb im <i>Rampenlicht.'],
    ['added', 115, 'Übersetzung: Einen Vorhang verkauft keiner.'],
    ['slid', SHIFT_FROM, textOf(SHIFT_FROM + 1)],
    ['wrong-script', 169, 'Eine Fahrkarte. Einfache поездка, für morgen früh.'],
    ['numbers-differ', 204, 'Willkommen im Dorf.\nDer nächste Bus fährt in 94 Tagen.'],
  ];

  async function lookedAt(film: Work, prompt = 'Translate the following English phrases to German.') {
    const { ask } = connectInside();
    const how = { prompt };
    const found = await ask(film, 'judge', { ...how, since: undefined });
    const review = await ask(readableFilm(1), 'toReview', { ...how, film: { ...film, paused: null } });
    const counted = found?.changed
      .flatMap(([, problems]) => problems)
      .map(([number, all]) => [number, all.filter((one) => isCounted(one, false)).map(({ kind }) => kind)] as const);
    return { counted: new Map(counted), count: review?.count };
  }

  test('a faultless translation without notes asks for a look at two of them at most', async () => {
    expect((await lookedAt(filmOf([LINES]))).count).toBeLessThanOrEqual(2);
  });

  const INTO = { en: 'English', ru: 'Russian', ja: 'Japanese', ar: 'Arabic', de: 'German' };
  const PAIRS = LANGUAGES.flatMap((from) => LANGUAGES.flatMap((to) => (from === to ? [] : [[from, to] as const])));
  test.each(PAIRS)(
    'a person’s translation from %s into %s asks for a look at one line in a hundred at most',
    async (from, to) => {
      const film = filmOf([createDialogueFilm({ from, to, lines: 240, seed: 1 }).slice(0, 240)]);
      expect((await lookedAt(film, `Translate into ${INTO[to]}.`)).count).toBeLessThanOrEqual(2);
    },
  );

  test('ten planted faults are among at most 15 lines that need a look', async () => {
    const texts = new Map(FAULTS.map(([, number, text]) => [number, text]));
    for (let number = SHIFT_FROM; number <= 140; number++) texts.set(number, textOf(Math.min(number + 1, 140)));
    const spoilt = LINES.map((line, at) => ({ ...line, translation: texts.get(at + 1) ?? line.translation }));
    const { counted, count } = await lookedAt({ ...filmOf([spoilt]), notes: notesOfFilm(EN_DE) });
    const isFound = ([kind, number]: (typeof FAULTS)[number]) =>
      [number - 2, number - 1, number, number + 1, number + 2].some(
        (at) => (at === number || kind === 'slid') && counted.get(at)?.includes(kind),
      );
    expect(FAULTS.filter((fault) => !isFound(fault))).toEqual([]);
    expect(count).toBeLessThanOrEqual(15);
  });
});

describe('judging a film', () => {
  test('[D14.52] reports as missing only the lines that the answer for a failed batch omitted', async () => {
    const film = readableFilm(60);
    const output = (numbers: readonly number[]) =>
      JSON.stringify(Object.fromEntries(numbers.map((n) => [n, `Sim ${n}`])));
    const results = [
      ['Missing: 2.', output([1, 3])],
      ['', output([21])],
      ['The answer is no translation.', 'No.'],
    ] as const;
    const missing = problemsIn(await judged({ ...film, batches: batchesOf(results) })).flatMap(([number, kinds]) =>
      kinds.includes('missing') ? { number, kinds } : [],
    );
    expect(missing).toEqual(
      [2, ...Array.from({ length: 17 }, (_, at) => at + 4)].map((number) => ({ number, kinds: ['missing'] })),
    );
  });

  test('[D14.47][D14.59] reports each line of a batch in another language until it is translated', async () => {
    const worker = connectInside();
    const said = [
      'You are late and you know that.',
      'Come home soon.',
      'They have this with the other one.',
      'Go away!',
    ];
    const film = readableFilm(60);
    const spoilt = withTexts(
      film,
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [21 + at, said[at % said.length] ?? ''])),
    );
    const notTranslated = (judgement: Judgement) =>
      problemsIn(judgement).flatMap(([number, kinds]) => (kinds.includes('not-translated') ? number : []));
    expect(notTranslated(await judged(film, worker))).toEqual([]);
    const first = await judged(spoilt, worker);
    expect(notTranslated(first)).toEqual(Array.from({ length: 20 }, (_, at) => 21 + at));
    expect(notTranslated(await judged(film, worker, first.version))).toEqual([]);
    // Of the batch the first line counts for all; a line of another batch counts on its own.
    const alone = withTexts(spoilt, { 45: film.phrases[44]?.text ?? '' });
    const counted = (await judged(alone)).changed.flatMap(([, problems]) =>
      problems.flatMap(([number, found]) =>
        found.some(({ kind, follows }) => kind === 'not-translated' && !follows) ? number : [],
      ),
    );
    expect(counted).toEqual([21, 45]);
  });

  test('returns the problems of all batches first, and then only those that changed', async () => {
    const worker = connectInside();
    const film = withTexts(readableFilm(60), { 3: 'Dois  espaços.' });
    const first = await judged(film, worker);
    expect(first.changed.map(([batch]) => batch)).toEqual([0, 1, 2]);
    expect(problemsIn(first)).toContainEqual([3, expect.arrayContaining(['spacing'])]);
    expect(first).toMatchObject({ language: 'pt' });
    const same = await judged(film, worker, first.version);
    expect(same.changed).toEqual([]);
    const edited = withTexts(film, { 42: 'Uma  linha.' });
    const next = await judged(edited, worker, same.version);
    expect(next.changed.map(([batch]) => batch)).toContain(2);
    expect(problemsIn(next)).toContainEqual([42, expect.arrayContaining(['spacing'])]);
    // The next answer includes the changes of an answer that was dropped.
    expect((await judged(edited, worker, first.version)).changed).toEqual(next.changed);
  });

  test('returns the problems of all batches if the caller’s version belongs to another worker or film', async () => {
    const film = readableFilm(40);
    const { version } = await judged(film);
    const worker = connectInside();
    expect((await judged(film, worker, version)).changed).toHaveLength(2);
    const own = await judged(film, worker);
    expect((await judged(readableFilm(60), worker, own.version)).changed).toHaveLength(3);
  });

  test('judges with the language and limits that a person chose', async () => {
    const how = { ...HOW, language: 'de', limits: { charactersPerLine: 20 }, since: undefined };
    const found = await connectInside().ask(readableFilm(20), 'judge', how);
    expect(found).toMatchObject({ language: 'de', limits: { charactersPerLine: 20 } });
    expect(found && problemsIn(found)).toContainEqual([2, expect.arrayContaining(['line-too-long'])]);
  });

  test('answers other questions while it judges a film, and stops when nobody waits', async () => {
    vi.useFakeTimers();
    const said: FromWorker[] = [];
    const goOn: (() => void)[] = [];
    const serve = createFilmServer(
      (message) => {
        said.push(message);
      },
      () =>
        new Promise((resolve) => {
          goOn.push(resolve);
        }),
    );
    const film = readableFilm(60);
    const { sourceText, readAs, withoutStyles, phrases } = film;
    const results = resultsOf(film);
    serve({ type: 'open', film: { sourceText, readAs, withoutStyles, phrases, fileName: '' } });
    serve({ type: 'change', results: results.map((slot, batch) => [batch, slot]), notes: undefined });
    const answers = () => said.flatMap((message) => (message.type === 'answered' ? [message.id] : []));
    // The clock advances by 30 ms at each call.
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => 30 * clock.mock.calls.length);
    serve({ type: 'ask', id: 1, name: 'judge', question: { ...HOW, since: undefined } });
    await vi.advanceTimersByTimeAsync(0);
    expect(goOn).toHaveLength(1);
    serve({ type: 'ask', id: 2, name: 'repeats', question: { number: 1, before: 'x' } });
    expect(answers()).toEqual([2]);
    while (answers().length < 2) {
      goOn.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(said.at(-1)).toMatchObject({ id: 1, answer: { language: 'pt' } });
    serve({ type: 'ask', id: 3, name: 'judge', question: { ...HOW, since: undefined } });
    await vi.advanceTimersByTimeAsync(0);
    serve({ type: 'drop', id: 3 });
    goOn.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(said.at(-1)).toEqual({ type: 'answered', id: 3, answer: undefined });
    expect(goOn).toEqual([]);
    clock.mockRestore();
    vi.useRealTimers();
  });
});

describe('questions about a judged film', () => {
  const spoilt = withTexts(readableFilm(40), { 3: 'Dois  espaços.', 9: 'Outros  dois.' });

  test('returns nothing about a film that is not judged yet, or about an earlier film', async () => {
    const { ask } = connectInside();
    const line = { number: 3, text: 'Dois  espaços.' };
    expect(await ask(spoilt, 'line', line)).toBeUndefined();
    expect(await ask(spoilt, 'verdicts', [[3, 'Um.']])).toBeUndefined();
    expect(await ask(spoilt, 'fixAll', 'spacing')).toEqual([]);
    await ask(spoilt, 'judge', { ...HOW, since: undefined });
    expect(await ask(spoilt, 'line', line)).toBeDefined();
    expect(await ask({ ...spoilt, phrases: [...spoilt.phrases] }, 'line', line)).toBeUndefined();
  });

  test('returns fixes of the open line, problems of the typed text, and lines with the same original', async () => {
    const worker = connectInside();
    await judged(spoilt, worker);
    const view = await worker.ask(spoilt, 'line', { number: 3, text: 'Dois  espaços.' });
    expect(view?.fixes).toEqual([['spacing', 'Dois espaços.']]);
    expect(view?.others).toEqual([8, 13, 18, 23, 28, 33, 38]);
    const typed = await worker.ask(spoilt, 'line', { number: 3, text: 'Eu te esperei até as três.\n' });
    expect(typed).toMatchObject({ problems: [], fixes: [] });
    expect(await worker.ask(spoilt, 'line', { number: 99, text: '' })).toBeUndefined();
  });

  test('returns all fixes of one kind of problem with the old texts', async () => {
    const worker = connectInside();
    await judged(spoilt, worker);
    expect(await worker.ask(spoilt, 'fixAll', 'spacing')).toEqual([
      { number: 3, before: 'Dois  espaços.', after: 'Dois espaços.', ranges: [] },
      { number: 9, before: 'Outros  dois.', after: 'Outros dois.', ranges: [] },
    ]);
    expect(await worker.ask(spoilt, 'fixAll', 'not-translated')).toEqual([]);
  });

  test('returns a table of the lines without dismissed problems', async () => {
    const { ask } = connectInside();
    const csv = await ask(spoilt, 'csv', { ...HOW, dismissed: [[3, ['spacing']]] });
    const rows = (csv ?? '').split('\r\n');
    expect(rows[3]).not.toContain('Two spaces');
    expect(rows[9]).toContain('Two spaces');
    expect(rows).toHaveLength(42);
  });
});

describe('verdicts on suggestions', () => {
  test.each([
    ['as fast as the line', 'x'.repeat(90), 'y'.repeat(90), true, false],
    ['faster than the line', 'x'.repeat(90), 'y'.repeat(95), true, false],
    ['too fast, unlike the line', 'Sim.', 'y'.repeat(90), true, false],
    ['less too fast than the line', 'x'.repeat(140), 'y'.repeat(90), true, true],
    ['fits', 'x'.repeat(90), 'Sim, é longa.', false, true],
    ['equal to the line', 'Sim, é longa.', 'Sim, é longa.', false, false],
  ])('[D10.4] judges a suggestion that is %s', async (_, present, text, isTold, isSound) => {
    const worker = connectInside();
    const film = withTexts(readableFilm(20), { 9: present });
    await judged(film, worker);
    const [verdict] = (await worker.ask(film, 'verdicts', [[9, text]])) ?? [];
    expect(verdict?.warnings.some((words) => /characters a second/.test(words))).toBe(isTold);
    expect(verdict?.isSound).toBe(isSound);
  });

  test('[D10.4] rejects a suggestion that loses tags or numbers', async () => {
    const worker = connectInside();
    const film = readableFilm(20);
    const phrases = film.phrases.map((phrase) => (phrase.number === 3 ? { ...phrase, text: '<i>В 15</i>' } : phrase));
    const tagged = withTexts({ ...film, phrases }, { 3: '<i>Às 15</i>' });
    await judged(tagged, worker);
    const verdicts = await worker.ask(tagged, 'verdicts', [
      [3, 'Às 15'],
      [3, '<i>Sem hora</i>'],
      [3, '<i>15 em ponto</i>'],
    ]);
    expect(verdicts?.map(({ isSound }) => isSound)).toEqual([false, false, true]);
  });

  test('[D10.4] warns about a suggestion for a misaligned line that still belongs to another line', async () => {
    const worker = connectInside();
    const spoilt = MISALIGNMENT_FAULTS[0]?.spoil(BATCH, 5) ?? [];
    const film = filmOf([spoilt, BATCH, BATCH]);
    const how = { prompt: 'Translate into Russian.', since: undefined };
    const found = await worker.ask(film, 'judge', how);
    const misaligned = found
      ? problemsIn(found).flatMap(([number, kinds]) => (kinds.includes('slid') ? [number] : []))
      : [];
    expect(misaligned).toContain(10);
    const suggest = (texts: readonly Line[]) =>
      texts.slice(3).map(({ translation = '' }, index) => [index + 4, translation] as const);
    const again = await worker.ask(film, 'verdicts', suggest(spoilt));
    expect(again?.[6]?.warnings.some((words) => /line too (early|late)/.test(words))).toBe(true);
    const right = await worker.ask(film, 'verdicts', suggest(BATCH));
    expect(right?.[6]).toEqual({ warnings: [], isSound: true });
    // Afterwards the search uses the real film again.
    expect((await worker.ask(film, 'judge', how))?.changed).toEqual(found?.changed);
  });
});

describe('a difference from the film notes', () => {
  /** A film of ten batches. Only line 65 has the term. */
  const plain = readableFilm(200);
  const phrases = plain.phrases.map((phrase) =>
    phrase.number === 65 ? { ...phrase, text: 'Тут муха, Маша!' } : phrase,
  );
  const film = withTexts({ ...plain, phrases }, { 65: 'Tem um inseto aqui, Masha!' });
  const term = (translation: string, source = 'муха') => ({ source, translation, note: '' });
  const noted = (notes: Partial<FilmNotes>): Work => ({ ...film, notes: { ...NO_NOTES, ...notes } });
  const kindsOf = (found: Judgement, number: number) => problemsIn(found).find(([own]) => own === number)?.[1];

  test('reports a difference from the film notes with the row of the notes', async () => {
    const people = [{ name: 'Маша', translation: 'Macha', gender: 'female', note: '' }] as const;
    const address = [{ from: 'A', to: 'B', form: 'tu' }];
    const found = await judged(noted({ terms: [term('mosca')], people, address }));
    const problemsOfLine = new Map(found.changed.flatMap(([, problems]) => problems)).get(65);
    expect(problemsOfLine?.filter(({ kind }) => kind === 'term' || kind === 'name')).toEqual([
      { kind: 'term', words: 'Term missing: mosca for “муха”.', row: 'муха: mosca' },
      { kind: 'name', words: 'Name differs: “Masha”, in the film notes “Macha”.', row: 'Маша: Macha' },
    ]);
    expect(kindsOf(found, 1)).toContain('address');
  });

  test('[D15.41] judges only the batch of the affected line again after a change of a term', async () => {
    const worker = connectInside();
    const others = Array.from({ length: 499 }, (_, at) => term(`x${at}`, `слово${at}`));
    const first = await judged(noted({ terms: [...others, term('mosca')] }), worker);
    expect(kindsOf(first, 65)).toContain('term');
    const next = await judged(noted({ terms: [...others, term('inseto')] }), worker, first.version);
    expect(next.changed.map(([batch]) => batch)).toEqual([3]);
    expect(kindsOf(next, 65) ?? []).not.toContain('term');
    const same = await judged(noted({ terms: [...others, term('inseto')] }), worker, next.version);
    expect(same.changed).toEqual([]);
    const none = await judged(film, worker, same.version);
    expect(none.changed).toEqual([[3, expect.anything()]]);
  });

  test('reports a difference from the film notes in typed and suggested texts', async () => {
    const worker = connectInside();
    const now = noted({ terms: [term('mosca')] });
    await judged(now, worker);
    const kinds = async (text: string) =>
      (await worker.ask(now, 'line', { number: 65, text }))?.problems.map(({ kind }) => kind);
    expect(await kinds('Uma mosca!')).not.toContain('term');
    expect(await kinds('Um inseto!')).toContain('term');
    const verdicts = await worker.ask(now, 'verdicts', [
      [65, 'Tem um bicho aqui, Masha!'],
      [65, 'Tem uma mosca aqui, Masha!'],
    ]);
    expect(verdicts?.map(({ isSound }) => isSound)).toEqual([false, true]);
  });

  test('[D16.3] reports a difference from the film notes in the open line and its suggestions if batches end with sentences', async () => {
    const worker = connectInside();
    const ended = phrases.map((phrase) => (phrase.number === 15 ? { ...phrase, endsBatch: true as const } : phrase));
    const texts = new Map(allLines(film).map(({ number, translation }) => [number, translation]));
    const results = Array.from({ length: countBatches(ended) }, (_, index) => {
      const own = batchAt(ended, index).phrases.map(({ number }) => [number, texts.get(number)]);
      return ['', JSON.stringify(Object.fromEntries(own))] as const;
    });
    const now: Work = { ...noted({ terms: [term('mosca')] }), phrases: ended, batches: batchesOf(results) };
    const found = await judged(now, worker);
    expect(kindsOf(found, 65)).toContain('term');
    const view = await worker.ask(now, 'line', { number: 65, text: 'Um inseto!' });
    const verdicts = await worker.ask(now, 'verdicts', [[65, 'Tem um bicho aqui, Masha!']]);
    expect({
      chips: view?.noted,
      told: view?.problems.some(({ kind }) => kind === 'term'),
      isSound: verdicts?.[0]?.isSound,
    }).toEqual({ chips: [{ source: 'муха', text: 'mosca' }], told: true, isSound: false });
    // In batches of twenty, line 70 would be at the index that line 65 has here.
    expect((await worker.ask(now, 'line', { number: 70, text: 'x' }))?.noted).toEqual([]);
  });
});
