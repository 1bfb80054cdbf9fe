import { expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import type { FilmBatch } from '../engine/batch.ts';
import { EMPTY_WORK, isInNoFile, type Work, withSaved } from './film.ts';
import {
  type FilmRow,
  factsOfWork,
  inOrder,
  NO_ROW,
  skippedIn,
  stateOf,
  toReviewAfter,
  toTranslate,
  workOfFile,
} from './series.ts';

const row = (path: string, more: Partial<FilmRow> = {}): FilmRow => ({
  ...NO_ROW,
  id: path,
  path,
  ...factsOfWork({ ...EMPTY_WORK, sourceText: path }, NO_ROW),
  ...more,
});
const translated = (...slots: Parameters<typeof batchesOf>[0]): Work => ({
  ...EMPTY_WORK,
  phrases: Array.from({ length: 20 * slots.length }, (_, index) => ({ number: index + 1, time: '', text: 'x' })),
  batches: batchesOf(slots),
});

test('[D18.1] orders rows by path, part by part, in natural order', () => {
  const rows = inOrder(
    ['S/Season 10/E1', 'S/Season 2/E10', 'S/Season 2/E2', 'S/Season 1/E1', 'A'].map((path) => row(path)),
  );
  expect(rows.map(({ path }) => path)).toEqual([
    'A',
    'S/Season 1/E1',
    'S/Season 2/E2',
    'S/Season 2/E10',
    'S/Season 10/E1',
  ]);
});

test('[D18.3] derives the state of a row from its facts: the first that holds', () => {
  const stateOfWork = (work: Work, how = {}) => stateOf(row('A', factsOfWork(work, NO_ROW)), how);
  const done = translated(['', '{"1":"a"}']);
  expect(stateOf(row('A', { refusal: 'It is empty.', failed: 1 }))).toBe('refused');
  expect(stateOfWork(translated(['no', ''], undefined))).toBe('failed');
  expect(stateOfWork(translated(['no', ''], undefined), { isRunning: true })).toBe('running');
  expect(stateOfWork(translated(['', '{}'], undefined))).toBe('running');
  expect(stateOf(row('A', { isBroken: true }))).toBe('look');
  expect(stateOfWork(done)).toBe('done');
  const saved = withSaved(done, done);
  expect(stateOfWork(saved)).toBe('saved');
  expect(stateOfWork({ ...saved, batches: batchesOf([['', '{"1":"b"}']]) }), 'an edit').toBe('done');
  const look = { ...row('A', factsOfWork(saved, { ...NO_ROW, review: { count: 2, first: 5 } })) };
  expect(stateOf(look), 'also if it is saved').toBe('look');
  expect(look).toMatchObject({ isSaved: true, review: { count: 2, first: 5 } });
  const again = factsOfWork({ ...done, batches: batchesOf([['no', '']]) }, look);
  expect(again.review, 'other texts came').toBeNull();
  expect(stateOf(row('A'), { isSkipped: true })).toBe('skipped');
  expect(stateOf(row('A'))).toBe('waiting');
});

test('[D18.3] skips the same text under another name and other languages, but no film that has batches', () => {
  const rows = [
    row('A', { language: 'en', phrases: 10 }),
    row('B', { language: 'en', phrases: 10, stamp: row('A').stamp }),
    row('C', { language: 'de', phrases: 15 }),
    row('D', { language: 'de', phrases: 1, batches: 1 }),
    row('E', { language: '' }),
  ];
  expect([...skippedIn(rows, '')]).toEqual([
    ['B', 'it has the same text as A'],
    ['C', 'it is in German, the series is in English'],
  ]);
  const tie = [row('A', { language: 'de', phrases: 5 }), row('B', { language: 'en', phrases: 5 })];
  expect([...skippedIn(tie, '').keys()], 'at a tie the first film decides').toEqual(['B']);
});

const PROMPT = 'Translate from English into Portuguese.';

test.each<readonly [name: string, files: string, skipped: Readonly<Record<string, string>>]>([
  [
    'the translation of a film is there',
    'S/E01.srt:en S/E01.pt.srt:pt S/E02.en.srt:en S/E02.pt.srt:en S/E03.srt:en T/E03.pt.srt:',
    {
      'S/E01.srt': 'its translation E01.pt.srt is there already',
      'S/E01.pt.srt': 'it is the translation of E01.srt',
      'S/E02.en.srt': 'its translation E02.pt.srt is there already',
      'S/E02.pt.srt': 'it is the translation of E02.en.srt',
      'T/E03.pt.srt': 'it is in Portuguese already',
    },
  ],
  [
    'of one film in several languages the one in the prompt’s source language is sent',
    'A.de.srt:de A.en.srt:en A.es.srt:es B.srt:en',
    {
      'A.de.srt': 'the page translates A.en.srt, the same film in English',
      'A.es.srt': 'the page translates A.en.srt, the same film in English',
    },
  ],
  [
    'the translation of a film is there under the name that a folder or Windows allows',
    'می\u200cروم.srt:en میروم.pt.srt:pt Why?.srt:en Why_.pt.srt:pt E\u200d1.srt:en E1.srt:en E1.pt.srt:pt B.srt:en',
    {
      'می\u200cروم.srt': 'its translation \u2068میروم.pt.srt\u2069 is there already',
      'میروم.pt.srt': 'it is the translation of \u2068می\u200cروم.srt\u2069',
      'Why?.srt': 'its translation Why_.pt.srt is there already',
      'Why_.pt.srt': 'it is the translation of Why?.srt',
      'E1.srt': 'its translation E1.pt.srt is there already',
      'E1.pt.srt': 'it is the translation of E1.srt',
    },
  ],
  ['two versions in one language are both sent', 'A.en.srt:en A.en.sdh.srt:en B.srt:en', {}],
  [
    'a file in the target language, or in another language than most',
    'A.srt:en B.srt:en C.srt:pt D.srt:de E.fr.srt:',
    {
      'C.srt': 'it is in Portuguese already',
      'D.srt': 'it is in German, the series is in English',
      'E.fr.srt': 'it is in French, the series is in English',
    },
  ],
  ['the content counts more than the name', 'A.srt:en B.fr.srt:en C.srt:en', {}],
  ['all in the target language', 'A.srt:pt B.srt:pt', {}],
])('[D18.11] skips: %s', (_, files, skipped) => {
  const rows = files.split(' ').map((each) => {
    const [path = '', language = ''] = each.split(':');
    return row(path, { language, phrases: 10 });
  });
  expect(Object.fromEntries(skippedIn(rows, PROMPT))).toEqual(skipped);
});

test('[D18.11] of films with the same text the one that was there first is sent, also if another one comes before it in the list', () => {
  const same = { stamp: 'same', language: 'en', phrases: 10 };
  const reason = 'it has the same text as B';
  expect([...skippedIn([row('A', { ...same, isCopy: true }), row('B', same)], PROMPT)]).toEqual([['A', reason]]);
  expect([...skippedIn([row('A', { ...same, isCopy: true })], PROMPT)]).toEqual([]);
});

test('[D18.11] a film that a person wants, or that was begun, is not skipped', () => {
  const rows = [
    row('A', { language: 'en', phrases: 10 }),
    row('B', { language: 'de', phrases: 5, isWanted: true }),
    row('C', { language: 'de', phrases: 4, batches: 1 }),
  ];
  expect([...skippedIn(rows, PROMPT)]).toEqual([]);
  expect(toTranslate(rows, skippedIn(rows, PROMPT)).map(({ id }) => id)).toEqual(['A', 'B']);
});

test('[D18.2] begins the work of a file as an opened file begins', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n';
  expect(workOfFile('id', text, 'E1.vtt', [{ kind: 'renumbered' }])).toEqual({
    ...EMPTY_WORK,
    id: 'id',
    sourceText: text,
    fileName: 'E1.vtt',
    readAs: 'vtt',
    notices: [{ kind: 'renumbered' }],
  });
});

test('[D18.9] the films to review next are those after the open one, in the order of the list', () => {
  const review = (count: number) => ({ review: { count, first: 1 } });
  const rows = [row('A', review(1)), row('B', review(2)), row('C', review(0)), row('D', review(3)), row('E')];
  const ids = (openId: string) => Object.values(toReviewAfter(rows, openId)).map((each) => each.map(({ id }) => id));
  expect(ids('A')).toEqual([['B', 'D'], []]);
  expect(ids('C')).toEqual([['D'], ['A', 'B']]);
  expect(ids('E')).toEqual([[], ['A', 'B', 'D']]);
});

test('the texts of a film are read once to find out whether it is saved, however often it is asked', () => {
  const reads = vi.fn(() => ['', '{"1":"Oi"}'] as const);
  const batches = batchesOf([['', '']]).map(
    (batch): FilmBatch => Object.defineProperty(batch, 'result', { get: reads }),
  );
  const film = { ...EMPTY_WORK, batches };
  expect(isInNoFile(film)).toBe(true);
  expect(isInNoFile(withSaved({ ...film, error: 'later' }, film))).toBe(false);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('[D18.11] the original of a film that was begun is not read again for each writing of the list', () => {
  const work = { ...translated(['', '{"1":"a"}']), sourceText: 'The original' };
  const first = factsOfWork(work, NO_ROW);
  expect(first.stamp).toBe(row('The original').stamp);
  const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt');
  const again = factsOfWork(work, first);
  const readings = charCodeAt.mock.calls.length;
  charCodeAt.mockRestore();
  expect(again).toEqual(first);
  expect(readings).toBe(0);
  // A film that nobody has begun may get another original.
  const other = { ...EMPTY_WORK, sourceText: 'Another one' };
  expect(factsOfWork(other, row('The original')).stamp).toBe(row('Another one').stamp);
});
