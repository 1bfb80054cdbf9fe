import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readMendedSrt, readSrt } from './srt.ts';

const TIME = '00:00:01,000 --> 00:00:02,000';

const documentOf = (text: string) => okValue(readMendedSrt(text, {}));

describe('readMendedSrt', () => {
  it('keeps what is no phrase where it stands, and does not send it', () => {
    const text = `Credits\n\n1\n${TIME}\nOne\n\n2\n99:99 -> 5\nTwo\n\n3\n${TIME}\n<i></i>\n\n4\n${TIME}\n\n5\n${TIME}\n♪\n`;
    const document = documentOf(text);
    expect(document.phrases).toEqual([
      { number: 1, time: TIME, text: 'One' },
      { number: 5, time: TIME, text: '♪' },
    ]);
    expect(document.write(new Map())).toBe(text);
    const texts = new Map([[1, 'Um'] as const, [5, '♫'] as const]);
    expect(document.write(texts)).toBe(text.replace('One', 'Um').replace('♪', '♫'));
    expect(document.notes).toEqual([{ kind: 'kept', count: 2, line: 1, text: 'Credits' }]);
  });

  it('numbers from 1 what has no ascending numbers', () => {
    const document = documentOf(`2\n${TIME}\nOne\n\n2\n${TIME}\nTwo\n`);
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 2]);
    expect(document.notes).toEqual([{ kind: 'renumbered' }]);
  });

  it('[S2.16] tells nothing of a number that stood alone before its phrase and was kept', () => {
    const at = (seconds: number) => `00:00:0${seconds},000 --> 00:00:0${seconds},900`;
    const text = `1\n${at(1)}\nOne\n\n2\n\n2\n${at(2)}\nTwo\n\n3\n${at(3)}\nThree\n`;
    const document = documentOf(text);
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(document.compare(text)).toEqual([]);
    expect(document.compare(text.replace('One', 'Um'))).toEqual([]);
  });

  it('says of a text without any phrase that there is nothing to translate', () => {
    expect(readMendedSrt('Nothing here', {})).toEqual({
      ok: false,
      error: { message: 'There is nothing to translate in this .srt file.', line: 1 },
    });
  });

  it('finds the texts of an edited copy, and what else was changed in it', () => {
    const text = `Credits\n\n1\n${TIME}\nOne\n\n2\n${TIME}\n\n3\n${TIME}\nThree\n`;
    const document = documentOf(text);
    const differences = (written: string) => document.compare(written);
    const texts = new Map([[1, 'One'] as const, [3, 'Três'] as const]);
    expect(document.textsIn(text.replace('Three', 'Três'))).toEqual(texts);
    expect(differences(text)).toEqual([]);
    expect(differences(text.replace('3\n00', '3\n01'))).toMatchObject([{ kind: 'time', number: 3 }]);
  });

  it.each([
    ['one of two at a time is gone, and what follows is numbered anew', '1: A, 2: C, 3: D', 'A,,,D'],
    ['a third one was put between, and what follows is numbered anew', '1: A, 2: X, 3: B, 4: C, 5: D', 'A,,,D'],
    ['one of two at a time is gone', '1: A, 3: C, 4: D', 'A,,C,D'],
    ['all are numbered anew', '5: A, 6: B, 7: C, 8: D', 'A,B,C,D'],
    ['all are numbered anew, none of which stands alone', '5: B, 6: C', ',B,C,'],
    ['one stands there twice', '1: A, 2: B, 2: X, 3: C, 4: D', 'A,,C,D'],
  ])('takes no text for that of another phrase at its time: %s', (_, written, expected) => {
    const timeOf: Readonly<Record<string, number>> = { A: 1, D: 3 };
    const file = (blocks: string) =>
      blocks
        .split(', ')
        .map((block) =>
          block.replace(/(\d): (\w)/, (_all, number, text) => {
            const second = `00:00:0${timeOf[text] ?? 2}`;
            return `${number}\n${second},000 --> ${second},900\n${text}\n`;
          }),
        )
        .join('\n');
    const texts = documentOf(file('1: A, 2: B, 3: C, 4: D')).textsIn(file(written));
    expect([1, 2, 3, 4].map((number) => texts.get(number)).join()).toBe(expected);
  });

  it('takes no text for that of its neighbour where all times were moved by one phrase', () => {
    const file = (movedBy: number) =>
      ['A', 'B', 'C']
        .map((text, at) => `${at + 1}\n00:00:0${at + movedBy},000 --> 00:00:0${at + movedBy + 1},000\n${text}\n`)
        .join('\n');
    expect(documentOf(file(0)).textsIn(file(1))).toEqual(new Map());
  });

  it('writes a text of readable and unreadable blocks as it was', () => {
    const block = fc.oneof(
      fc.constantFrom('♪ ♪', 'no phrase', '00:00 -> 1', `x\n${TIME}`),
      fc.stringMatching(/^[a-z<>{}\\ -]{1,12}[a-z]$/),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
        const lines = [
          `1\n${TIME}\nFirst`,
          ...blocks.map((text, index) => (index % 2 ? text.trim() : `${index + 2}\n${TIME}\n${text.trim()}`)),
        ];
        const text = `${lines.join('\n\n')}\n`;
        expect(documentOf(text).write(new Map())).toBe(text);
      }),
    );
  });
});

describe('[D2.24] equal phrases at one time', () => {
  const other = '00:00:01,500 --> 00:00:02,500';
  const film = (one: string, two: string) =>
    `1\n${TIME}\n${one}\n\n2\n${TIME}\n${one}\n\n3\n${other}\n${one}\n\n4\n${TIME}\n${two}\n`;

  it.each([
    ['srt', readSrt],
    ['mended-srt', readMendedSrt],
  ])('are one phrase, which stands in each of them (%s)', (_, read) => {
    const document = okValue(read(film('One', 'Two'), {}));
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 3, 4]);
    expect(document.write(new Map())).toBe(film('One', 'Two'));
    const texts = new Map([
      [1, 'Um'],
      [3, 'Um'],
      [4, 'Dois'],
    ]);
    const written = document.write(texts);
    expect(written).toBe(film('Um', 'Dois'));
    expect(document.textsIn(written)).toEqual(texts);
    expect(document.compare(written)).toEqual([]);
  });

  it('are each what a person made of them, once the text was edited', () => {
    expect(okValue(readSrt(film('One', 'Two'), { isEdited: true })).phrases).toHaveLength(4);
  });
});
