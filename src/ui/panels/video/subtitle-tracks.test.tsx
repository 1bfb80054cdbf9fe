import { describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../../../test/batches.ts';
import { eventually } from '../../../../test/eventually.ts';
import { samplePhrases } from '../../../../test/srt-sample.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import type { BatchResult } from '../../../translation/batch.ts';
import { createSubtitleTracks, isAtTop, shownText, spanOf } from './subtitle-tracks.ts';

type ShownFilm = Parameters<ReturnType<typeof createSubtitleTracks>['show']>[0];

const output = (phrases: readonly Phrase[], text: (phrase: Phrase) => string | undefined): BatchResult => [
  '',
  JSON.stringify(
    Object.fromEntries(phrases.flatMap((each) => (text(each) === undefined ? [] : [[each.number, text(each)]]))),
  ),
];
const NO_TOP: ReadonlySet<number> = new Set();
const film = (more: Partial<ShownFilm>): ShownFilm => ({
  phrases: [],
  batches: [],
  typed: null,
  atTop: NO_TOP,
  offsetMs: 0,
  ...more,
});

function tracks() {
  const video = document.createElement('video');
  const made = createSubtitleTracks(video);
  const cuesOf = (label: string) => {
    const track = [...video.textTracks].find((each) => each.label === label);
    // A browser keeps them in the order of their times.
    return Array.from((track?.cues ?? []) as Iterable<VTTCue>).sort((one, other) => one.startTime - other.startTime);
  };
  return { ...made, video, cuesOf, textsOf: (label: string) => cuesOf(label).map(({ id, text }) => [id, text]) };
}

const PHRASES = samplePhrases(45);
const [FIRST, SECOND] = [PHRASES.slice(0, 20), PHRASES.slice(20, 40)];

test('[D17.1] both tracks show from the beginning; the original is there before anything is translated', async () => {
  const { video, show, cuesOf } = tracks();
  show(film({ phrases: PHRASES }));
  await eventually(() => expect(cuesOf('Original')).toHaveLength(45));
  expect(cuesOf('Original')[0]).toMatchObject({ id: '1', line: 0 });
  expect(cuesOf('Translation')).toEqual([]);
  expect([...video.textTracks].map(({ label, mode }) => [label, mode])).toEqual([
    ['Original', 'showing'],
    ['Translation', 'showing'],
  ]);
});

test('[D17.3] a batch that arrives, an edit and an undo change their own cues, at once; a line without a text has none', () => {
  // As on a fast computer: work that is longer than a slice would continue in the next task.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const { show, textsOf, cuesOf } = tracks();
  const first = output(FIRST, ({ number }) => (number === 3 ? undefined : number === 4 ? ' ' : `Ligne ${number}`));
  show(film({ phrases: PHRASES, batches: batchesOf([undefined, null, undefined]) }));
  show(film({ phrases: PHRASES, batches: batchesOf([first, null, undefined]) }));
  expect(textsOf('Translation')).toHaveLength(18);
  expect(textsOf('Translation').slice(0, 3)).toEqual([
    ['1', 'Ligne 1'],
    ['2', 'Ligne 2'],
    ['5', 'Ligne 5'],
  ]);
  const before = cuesOf('Translation');

  const second = output(SECOND, ({ number }) => `Ligne ${number}`);
  show(film({ phrases: PHRASES, batches: batchesOf([first, second, undefined]) }));
  const edited = output(FIRST, ({ number }) => (number === 2 ? '<i>Autre</i> chose' : `Ligne ${number}`));
  show(film({ phrases: PHRASES, batches: batchesOf([edited, second, undefined]) }));
  expect(textsOf('Translation').slice(0, 4)).toEqual([
    ['1', 'Ligne 1'],
    ['2', '<i>Autre</i> chose'],
    ['3', 'Ligne 3'],
    ['4', 'Ligne 4'],
  ]);
  expect(cuesOf('Translation').filter((cue) => before.includes(cue))).toHaveLength(18);
  show(film({ phrases: PHRASES, batches: batchesOf([first, second, undefined]) }));
  expect(textsOf('Translation')).toHaveLength(38);
});

test('[D17.5] a line that the file shows at the top is also at the top in the translation', () => {
  const { show, cuesOf } = tracks();
  const results = [
    output(FIRST, ({ number }) => (number === 2 ? '{\\an8}Haut' : `Ligne ${number}`)),
    undefined,
    undefined,
  ];
  show(film({ phrases: PHRASES, batches: batchesOf(results), atTop: new Set([3]) }));
  expect(
    cuesOf('Translation')
      .slice(0, 4)
      .map(({ line }) => line),
  ).toEqual(['auto', 0, 0, 'auto']);
});

test('[D17.11] an offset moves all cues, and a cue that would end before the video begins is not shown', async () => {
  const { show, cuesOf } = tracks();
  const phrases = [
    { number: 1, time: '00:00:01,000 --> 00:00:02,000', text: 'One' },
    { number: 2, time: '00:00:02,500 --> 00:00:04,000', text: 'Two' },
  ];
  const times = () => cuesOf('Original').map(({ id, startTime, endTime }) => [id, startTime, endTime]);
  show(film({ phrases }));
  show(film({ phrases, offsetMs: 300 }));
  await eventually(() =>
    expect(times()).toEqual([
      ['1', 1.3, 2.3],
      ['2', 2.8, 4.3],
    ]),
  );
  show(film({ phrases, offsetMs: -3_000 }));
  await eventually(() => expect(times()).toEqual([['2', 0, 1]]));
});

test('another film removes all cues of the film before', async () => {
  const { show, textsOf } = tracks();
  show(film({ phrases: PHRASES }));
  show(film({ phrases: [{ number: 2, time: '00:00:01,000 --> 00:00:02,000', text: 'Other' }] }));
  await eventually(() => expect(textsOf('Original')).toEqual([['2', 'Other']]));
});

test('phrases whose time cannot be read have no cue', () => {
  const { show, textsOf } = tracks();
  show(film({ phrases: [{ number: 1, time: 'soon', text: 'One' }] }));
  expect(textsOf('Original')).toEqual([]);
});

describe('[D17.4] the text of a cue', () => {
  test.each([
    ['words', 'Where are you?', 'Where are you?'],
    ['a line break', 'One\nTwo', 'One\nTwo'],
    ['italics, bold, underline', '<i>a</i> <B>b</B> <u>c</u>', '<i>a</i> <b>b</b> <u>c</u>'],
    ['italics that nobody closes', '<i>a', '<i>a'],
    ['a colour', '<font color="#ff0000">a</font>', 'a'],
    ['a class and a speaker of WebVTT', '<c.yellow>a</c> <v Bob>b</v>', 'a b'],
    ['a position', '{\\an8}a', 'a'],
    ['code of ASS, as readers give it', '⟦1⟧a⟦2⟧', 'a'],
    ['a break as a tag', 'a<br/>b', 'a\nb'],
    ['what looks like markup', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['words in brackets', '<laughs> {smiles}', '&lt;laughs&gt; {smiles}'],
    ['an arrow', '<i>a --> b</i>', '<i>a --&gt; b</i>'],
    ['nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });
});

describe('[D17.5] a line at the top', () => {
  test.each([
    ['what has the tag', '', '{\\an8}a', true],
    ['what has it among others', '', '{\\i1\\an9\\b1}a', true],
    ['what has the older tag', '', '{\\a6}a', true],
    ['not what is at the bottom', '', '{\\an2}a', false],
    ['not another tag of these letters', '', '{\\alpha7}{\\a67}a', false],
    ['the first line of WebVTT', '00:01.000 --> 00:02.000 line:0', 'a', true],
    ['a tenth of the picture', '00:01.000 --> 00:02.000 align:start line:10%,start', 'a', true],
    ['not the lower half', '00:01.000 --> 00:02.000 line:85%', 'a', false],
    ['not what counts from the bottom', '00:01.000 --> 00:02.000 line:-2', 'a', false],
    ['not what says nothing', '00:01.000 --> 00:02.000', 'a', false],
  ])('%s', (_, time, text, isTop) => {
    expect(isAtTop(time, text)).toBe(isTop);
  });
});

test.each([
  ['00:00:01,500 --> 00:00:02,000', { number: 7, startMs: 1_500, endMs: 2_000 }],
  ['0:00:01.50 --> 0:00:02.00', { number: 7, startMs: 1_500, endMs: 2_000 }],
  ['00:00:02,000 --> 00:00:01,500', undefined],
  ['soon', undefined],
])('[D17.1] what is shown when: %s', (time, span) => {
  expect(spanOf({ number: 7, time })).toEqual(span);
});
