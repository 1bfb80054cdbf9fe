import { expect, it } from 'vitest';
import { findVttRepairs } from './mend/find-vtt-repairs.ts';
import { readDocument } from './read-document.ts';

const at = (ms: number): string =>
  `00:${String(Math.floor(ms / 60_000)).padStart(2, '0')}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}.${String(ms % 1_000).padStart(3, '0')}`;
const timing = (from: number, to: number): string => `${at(from)} --> ${at(to)} align:start position:0%`;

/** As a video site writes it: a cue in which the words of a line appear below the line before, and 10 ms in which both stand. */
function rolling(lines: readonly string[], lineEnd = '\n'): string {
  const cues = lines.flatMap((line, index) => {
    const [from, to] = [index * 3_000, index * 3_000 + 2_990];
    const [first = '', ...rest] = line.split(' ');
    const timed = first + rest.map((word, place) => `<${at(from + 300 * (place + 1))}><c> ${word}</c>`).join('');
    return [`${timing(from, to)}\n${lines[index - 1] ?? ' '}\n${timed}`, `${timing(to, to + 10)}\n${line}\n `];
  });
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n\n`.replaceAll('\n', lineEnd);
}

const LINES = [
  ...['hello and welcome', 'to another film', '[Music]', '[Music]', 'no', 'no', 'we &amp; they went home', 'at night'],
  ...['and then', 'the end of it'],
];
const unroll = (text: string) => findVttRepairs(text).mend(new Set(['rolling-captions']));
const textsOf = (text: string) => {
  const read = readDocument(text, 'vtt');
  return read.ok ? read.value.phrases.map((phrase) => phrase.text) : [];
};

it.each(['\n', '\r\n'])(
  '[D2.21] shows each line of rolling captions once, in time order, and says what that saves',
  (lineEnd) => {
    const text = rolling(LINES, lineEnd);
    const { kinds, isOffered } = findVttRepairs(text);
    expect(isOffered).toBe(false);
    expect(kinds.map(({ name, isOptional, sentence, offer }) => [name, isOptional, sentence, offer])).toEqual([
      [
        'rolling-captions',
        true,
        '19 phrases show lines of the phrase before once more, as captions of video sites do.',
        expect.stringMatching(/^Unroll: 20 → 10 phrases\. About \d\d % less text is sent and paid for\.$/),
      ],
    ]);
    const unrolled = unroll(text);
    expect(textsOf(unrolled)).toEqual(LINES.map((line) => line.replace('&amp;', '&')));
    expect(unrolled).not.toMatch(/<\d|<c>/);
    expect(unrolled.startsWith(text.slice(0, text.indexOf('00:00')))).toBe(true);
    // A line stands until the next one comes.
    expect(unrolled).toContain(
      `${timing(0, 3_000)}${lineEnd}hello and welcome${lineEnd}${lineEnd}${timing(3_000, 6_000)}`,
    );
    expect(findVttRepairs(unrolled).kinds).toEqual([]);
  },
);

it('[D2.21] leaves notes, styles, speakers and wordless cues of such a file', () => {
  const text = rolling(LINES)
    .replace(
      `${timing(6_000, 8_990)}\n`,
      `NOTE by hand\n\n${timing(5_995, 6_000)}\n \n\nthird\n${timing(6_000, 8_990)}\n`,
    )
    .replace('to<', '<i>to</i><');
  const unrolled = unroll(text);
  expect(unrolled).toContain(`NOTE by hand\n\n${timing(5_995, 6_000)}\n \n\nthird\n${timing(6_000, 9_000)}\n[Music]\n`);
  expect(unrolled).toContain('\n<i>to</i> another film\n');
});

it('[D2.21] takes what is said again later for said twice, and songs for songs', () => {
  const cues = (texts: readonly string[]) =>
    `WEBVTT\n\n${texts.map((text, index) => `${timing(index * 3_000, index * 3_000 + 1_000)}\n${text}\n`).join('\n')}`;
  expect(findVttRepairs(cues(Array.from({ length: 20 }, () => 'No.'))).kinds).toEqual([]);
  expect(findVttRepairs(cues(Array.from({ length: 20 }, (_, index) => `Line ${index}`))).kinds).toEqual([]);
  expect(unroll(cues(['A', 'B']))).toBe(cues(['A', 'B']));
});

it('[D2.21] keeps words that are said again later, also with new ones below them', () => {
  const later = [`${timing(100_000, 101_000)}\nYes.`, `${timing(160_000, 162_000)}\nYes.\nAnd no.`];
  expect(textsOf(unroll(`${rolling(LINES)}${later.join('\n\n')}\n`)).slice(-2)).toEqual(['Yes.', 'Yes.\nAnd no.']);
});
