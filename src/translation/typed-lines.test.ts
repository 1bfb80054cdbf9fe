import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import type { SubtitleDocument } from '../subtitles/document.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { typedLines } from './assemble.ts';

const COUNT = 8;
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at + 1);
const FILMS = {
  srt: NUMBERS.map((at) => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\nLine ${at}\n`).join('\n'),
  vtt: `WEBVTT\n\n${NUMBERS.map((at) => `00:0${at}.000 --> 00:0${at}.900\nLine ${at}\n`).join('\n')}`,
  ass: `[Events]\nFormat: Start, End, Style, Text\n${NUMBERS.map((at) => `Dialogue: 0:00:0${at}.00,0:00:0${at}.90,Default,Line ${at}\n`).join('')}`,
  sbv: NUMBERS.map((at) => `0:00:0${at}.000,0:00:0${at}.900\nLine ${at}\n`).join('\n'),
  sub: NUMBERS.map((at) => `{${at * 25}}{${at * 25 + 20}}Line ${at}\n`).join(''),
} as const;
const ADDED = {
  srt: '\n99\n00:00:09,000 --> 00:00:09,900\nAdded\n',
  vtt: '\n00:09.000 --> 00:09.900\nAdded\n',
  ass: 'Dialogue: 0:00:09.00,0:00:09.90,Default,Added\n',
  sbv: '\n0:00:09.000,0:00:09.900\nAdded\n',
  sub: '{225}{245}Added\n',
} as const;
type Format = keyof typeof FILMS;

const translationOf = (number: number) => `Texto ${number}`;
const documentOf = (format: Format): SubtitleDocument => okValue(readDocument(FILMS[format], format, {}));
const linesOf = (texts: ReadonlyMap<number, string>) =>
  NUMBERS.map((number) => ({ number, original: `Line ${number}`, translation: texts.get(number) }));

const word = fc.constantFrom('não', 'x', 'é isso', 'Texto 3', '"', '—', '5', 'a<b', '&', '-', 'שלום');
const edit = fc.record({
  how: fc.constantFrom('replace', 'insert', 'delete', 'break', 'time', 'add', 'empty'),
  number: fc.integer({ min: 1, max: COUNT }),
  at: fc.nat(7),
  word,
});

/** The place of a line's text in the written file. undefined: an edit has changed or removed it. */
const placeOf = (text: string, number: number) => {
  const place = text.search(new RegExp(`Texto ${number}(?=\\n|$)`));
  return place < 0 ? undefined : place;
};

type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

/** The text after one edit, and whether the edit changed the line's own text or time. */
function edited(format: Format, text: string, { how, number, at, word: typed }: Edit) {
  const place = placeOf(text, number);
  if (how === 'add') return { text: text + ADDED[format], isTouched: false };
  if (place === undefined) return { text, isTouched: false };
  const own = translationOf(number);
  const lineBreak = { ass: '\\N', sub: '|' }[format as string] ?? '\n';
  const after = {
    replace: typed,
    insert: own.slice(0, at) + typed + own.slice(at),
    delete: own.slice(at + 1),
    break: own.replace(' ', lineBreak),
    time: own,
    empty: '',
  }[how];
  const head = text.slice(0, place);
  // In each of these formats the last digit before a text belongs to its time.
  const time = head.replace(/\d(?=[^\d]*$)/, (figure) => `${(Number(figure) + 1) % 10}`);
  return { text: (how === 'time' ? time : head) + after + text.slice(place + own.length), isTouched: true };
}

it.each(Object.keys(FILMS) as readonly Format[])(
  '[D14.4] saves everything that a person typed in the result, and leaves other lines unchanged: %s',
  (format) => {
    const document = documentOf(format);
    const before = new Map(NUMBERS.map((number) => [number, translationOf(number)]));
    const whole = document.write(before);
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const touched = new Set<number>();
        let text = whole;
        for (const one of edits) {
          const after = edited(format, text, one);
          if (after.isTouched) touched.add(one.number);
          ({ text } = after);
        }
        const { lines, isAll, others } = typedLines(document, linesOf(before), { text, before: whole });
        expect(lines.filter(({ number }) => !touched.has(number))).toEqual([]);
        // The file is saved as it was typed where the lines cannot say it.
        const after = new Map([...before, ...lines.map((line) => [line.number, line.text] as const)]);
        const saved = isAll ? document.write(after) : text;
        expect(saved.trimEnd()).toBe(text.trimEnd());
        const isTextAlone = edits.every(({ how }) => how === 'replace' || how === 'insert' || how === 'break');
        if (isTextAlone && !/[<&"]/.test(text)) expect({ isAll, others }).toEqual({ isAll: true, others: 'there' });
      }),
      { numRuns: fuzzRuns(60) },
    );
  },
);
