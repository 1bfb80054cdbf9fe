import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { contextJson, phrasesAsJson } from '../translation/request.ts';
import type { ReadAs } from './formats.ts';
import { withoutDirectionMarks } from './lines.ts';
import { readDocument } from './read-document.ts';
import { documentOfPhrases } from './srt.ts';

const srt = (...texts: readonly string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join('\n');
const vtt = (...texts: readonly string[]) =>
  `WEBVTT\n\n${texts.map((text, at) => `00:0${at}.000 --> 00:0${at}.900\n${text}\n`).join('\n')}`;
const ass = (text: string) =>
  `[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,${text}\n`;

/** Writes the file with these translations of its phrases. */
function saved(source: string, readAs: ReadAs, ...translations: readonly string[]): string {
  const document = okValue(readDocument(source, readAs));
  return document.write(new Map(document.phrases.map(({ number }, at) => [number, translations[at] ?? ''])));
}

const ALL = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

describe('[D3.4] direction marks in requests', () => {
  test.each([
    ['all direction marks', `${ALL}Hi${ALL}!${ALL}`, 'Hi!'],
    ['marks as named entities', '&lrm;Hi&rlm; &LRM;there', 'Hi there'],
    ['marks as decimal entities', '&#8206;&#8207;&#1564;&#8234;&#8238;&#8294;&#8297;&#08206;Hi', 'Hi'],
    ['marks as hexadecimal entities', '&#x200e;&#x200F;&#X61C;&#x202a;&#x2069;&#x0200e;Hi', 'Hi'],
    ['entities that were escaped twice or damaged', '&amp;lrm;&amp;amp;#8206;& rlm ;Hi', 'Hi'],
    ['a mark in each line', '\u200e- Hi\n\u200e- Ho', '- Hi\n- Ho'],
    ['marks in tags', '<i>\u200eHi</i>{\\an8}&lrm;', '<i>Hi</i>{\\an8}'],
    ['marks around a name', 'זה \u202aNetflix\u202c שלך', 'זה Netflix שלך'],
    [
      'nothing that is no direction mark',
      'AT&T &amp; &nbsp; &#82; \u200c\u200d\u200b',
      'AT&T &amp; &nbsp; &#82; \u200c\u200d\u200b',
    ],
    ['nothing of a text that has only marks', '\u200e', '\u200e'],
  ])('[D3.4] removes from requests %s', (_, text, sent) => {
    const phrases = [{ number: 1, time: '', text }];
    expect(JSON.parse(phrasesAsJson(phrases))).toEqual({ 1: sent });
    expect(JSON.parse(contextJson(phrases))).toEqual({ 'context, not to be translated': { 1: sent } });
  });
});

describe('[D13.16] direction marks in translations', () => {
  test.each([
    ['none', 'Hi.', 'שלום.', 'שלום.'],
    ['a mark from left to right', '\u200eHi.', 'Olá.', '\u200eOlá.'],
    [
      'a mark from left to right in each line',
      '\u200e- Hi.\n\u200e- Ho.',
      '- Olá.\n- Oi.',
      '\u200e- Olá.\n\u200e- Oi.',
    ],
    ['another number of lines than the original', '\u200eHi, you.', 'Olá,\nvocê.', '\u200eOlá,\n\u200evocê.'],
    ['a mark in only one line', 'Hi,\n\u200eyou.', 'Olá,\nvocê.', 'Olá,\n\u200evocê.'],
    ['into Hebrew', '\u200eHi.', 'שלום.', '\u200fשלום.'],
    ['into Hebrew, each line', '\u200e- Hi.\n\u200e- Ho.', '- שלום.\n- הי.', '\u200f- שלום.\n\u200f- הי.'],
    ['into Persian, behind the text', 'Hi.\u200e', 'سلام.', 'سلام.\u200f'],
    ['embedding into Arabic', '\u202aHi.\u202c', 'مرحبا.', '\u202bمرحبا.\u202c'],
    ['an override into Hebrew', '\u202dHi.\u202c', 'שלום.', '\u202bשלום.\u202c'],
    ['isolates into Hebrew', '\u2066Hi.\u2069', 'שלום.', '\u2067שלום.\u2069'],
    ['an isolate without a direction', '\u2068Hi.\u2069', 'שלום.', '\u2068שלום.\u2069'],
    ['out of Hebrew', '\u200fשלום.\u200f', 'Hi.', 'Hi.'],
    ['out of Hebrew, each line', '\u200f- שלום.\n\u200f- הי.', '- Hi.\n- Ho.', '- Hi.\n- Ho.'],
    ['out of Arabic', '\u202bمرحبا.\u202c', 'Hi.', 'Hi.'],
    ['an Arabic letter mark', '\u061cمرحبا.', 'Hi.', 'Hi.'],
    ['from Hebrew into Arabic', '\u200fשלום.', 'مرحبا.', '\u200fمرحبا.'],
    ['embedding from Hebrew into Arabic', '\u202bשלום.\u202c', 'مرحبا.', '\u202bمرحبا.\u202c'],
    ['marks around a name of the original', 'זה \u202aNetflix\u202c', 'This is Netflix', 'This is Netflix'],
    ['signs', '&lrm;Hi.', 'Olá.', '&lrm;Olá.'],
    ['an entity into Hebrew', '&lrm;Hi.', 'שלום.', '&rlm;שלום.'],
    ['a decimal entity into Hebrew', '&#8206;Hi.', 'שלום.', '&rlm;שלום.'],
    ['an entity out of Hebrew', '&rlm;שלום.', 'Hi.', 'Hi.'],
    ['tags', '{\\an8}\u200e<i>Hi.</i>', '{\\an8}<i>Olá.</i>', '{\\an8}<i>\u200eOlá.</i>'],
    ['a mark that the model repeats', '\u200eHi.', '\u200eשלום.', '\u200fשלום.'],
    ['a mark that the model repeats out of Hebrew', '\u200fשלום.', '\u200fHi.\u200f', 'Hi.'],
    ['a mark that the original does not have', 'Hi.', '\u200eשלום.', 'שלום.'],
    ['embedding that the original does not have', 'Hi.', '<i>\u202aשלום.\u202c</i>', '<i>שלום.</i>'],
    ['a mark that is correct already', '\u200eHi.', '\u200eOlá.', '\u200eOlá.'],
    ['a mark that a person has typed', 'Hi.', '\u200fשלום.', '\u200fשלום.'],
    ['a mark within a text', 'C++.', 'זה C++\u200e שלי.', 'זה C++\u200e שלי.'],
    ['a name within a text', '\u200eHi, Netflix', 'שלום \u202aNetflix\u202c', '\u200fשלום \u202aNetflix\u202c'],
    ['a text that stays unchanged', '\u200eNew \u202aYork\u202c', 'New York', '\u200eNew \u202aYork\u202c'],
  ])('[D13.16] adapts direction marks to the direction of the translation: %s', (_, original, translation, written) => {
    expect(saved(srt(original), 'srt', translation)).toBe(srt(written));
    const phrases = [{ number: 1, time: '00:00:00,000 --> 00:00:00,900', text: original }];
    expect(documentOfPhrases(phrases).write(new Map([[1, translation]]))).toBe(srt(written));
    expect(saved(srt(original), 'srt', written)).toBe(srt(written));
  });

  test('[D13.16] uses the film’s direction for lines without letters and lines that begin with a long Latin name', () => {
    const originals = srt('\u200eHi.', '\u200e- 20 -', '\u200eNetflix originals.');
    expect(saved(originals, 'srt', 'שלום.', '- 20 -', 'Netflix Originals שלי.')).toBe(
      srt('\u200fשלום.', '\u200f- 20 -', '\u200fNetflix Originals שלי.'),
    );
    const hebrew = srt('\u200fשלום.', '\u200f- 20 -');
    expect(saved(hebrew, 'srt', 'Hi.', '- 20 -')).toBe(srt('Hi.', '- 20 -'));
    expect(saved(hebrew, 'srt', 'مرحبا.', '- 20 -')).toBe(srt('\u200fمرحبا.', '\u200f- 20 -'));
  });

  test('[D13.16] writes marks as entities in WebVTT if the cue has them as entities', () => {
    const netflix = vtt('&lrm;- Hi.\n&lrm;- Ho.', 'Hi.');
    expect(saved(netflix, 'vtt', '- Olá.\n- Oi.', 'Olá.')).toBe(vtt('&lrm;- Olá.\n&lrm;- Oi.', 'Olá.'));
    expect(saved(netflix, 'vtt', '- שלום.\n- הי.', 'הי.')).toBe(vtt('\u200f- שלום.\n\u200f- הי.', 'הי.'));
    expect(saved(vtt('&rlm;שלום.'), 'vtt', 'Hi.')).toBe(vtt('Hi.'));
  });

  test('[D13.16] writes marks behind the code at the beginning of an ASS event', () => {
    expect(saved(ass('{\\an8}\u200eHi.\\N\u200eHo.'), 'ass', 'Olá.\nOi.')).toBe(ass('{\\an8}\u200eOlá.\\N\u200eOi.'));
    expect(saved(ass('{\\an8}\u200eHi.'), 'ass', 'שלום.')).toBe(ass('{\\an8}\u200fשלום.'));
  });

  test('[D13.16] writes a text byte for byte if it is not translated or its translation equals it', () => {
    const anyOriginal = fc
      .array(fc.constantFrom(...ALL, 'Hi', 'שלום', '.', '- ', '\n', '<i>', '&lrm;', '&#8207;', '20'), { minLength: 1 })
      .map((parts) => `a${parts.join('').replace(/\n+/g, '\nb')}c`);
    fc.assert(
      fc.property(fc.array(anyOriginal, { minLength: 1, maxLength: 5 }), (originals) => {
        const source = srt(...originals);
        const document = okValue(readDocument(source, 'srt'));
        expect(document.write(new Map())).toBe(source);
        for (const same of [(text: string) => text, withoutDirectionMarks])
          expect(document.write(new Map(document.phrases.map(({ number, text }) => [number, same(text)])))).toBe(
            source,
          );
      }),
    );
  });

  test('[D13.16] does not change the direction marks of a file that it has written', () => {
    const parts = [...ALL, 'Hi', 'שלום', '.', '-', '\n', '<i>', '</i>', '{\\an8}', '&lrm;', '20'];
    const anyText = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 })
      .map((some) => `a${some.join('').replace(/\s*\n\s*/g, '\n.')}`);
    fc.assert(
      fc.property(anyText, anyText, (original, translation) => {
        const once = saved(srt(original), 'srt', `b${translation.trimEnd()}`);
        expect(saved(srt(original), 'srt', okValue(readDocument(once, 'srt')).phrases[0]?.text ?? '')).toBe(once);
      }),
    );
  });

  test.each([' ', '\u200e', '&lrm;', '\u202c', '<i>', '{\\an8}', '⟦1⟧'])(
    '[D13.16] handles a long line of %j without delay',
    (part) => {
      const long = `a${part.repeat(50_000)}a${part.repeat(50_000)}`;
      expect(saved(srt(long), 'srt', `שלום${long}`)).not.toBe('');
    },
  );
});
