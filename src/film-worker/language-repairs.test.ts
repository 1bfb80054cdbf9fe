import { expect, it } from 'vitest';
import { connectInside } from '../../test/session-harness.ts';
import { NO_NOTES } from '../notes/notes.ts';
import type { ReadAs } from '../subtitles/document.ts';
import type { FilmNow } from './calls.ts';

const FILM: FilmNow = { sourceText: '', readAs: 'srt', withoutStyles: [], phrases: [], batches: [], notes: NO_NOTES };
const ZH = ['你去哪儿了？', '我在厨房里。', '他说了什么？', '我得走了。'];
const EN = ['Where have you been?', 'I was in the kitchen.', 'What did he say?', 'I have to go.'];

const srt = (texts: readonly string[], lineEnd = '\n') =>
  texts
    .map((text, index) => `${index + 1}\n00:00:0${index * 2},000 --> 00:00:0${index * 2 + 1},000\n${text}\n`)
    .join('\n')
    .replaceAll('\n', lineEnd);
const vtt = (texts: readonly string[]) =>
  `WEBVTT\n\nNOTE by nobody\n\n${texts.map((text, index) => `00:0${index * 2}.000 --> 00:0${index * 2 + 1}.000 line:10%\n${text}\n`).join('\n')}`;
const ttml = (texts: readonly string[]) =>
  `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n${texts.map((text, index) => `<p begin="${index * 2}s" end="${index * 2 + 1}s">${text.replace('\n', '<br/>')}</p>\n`).join('')}</div></body></tt>\n`;
const event = (index: number, style: string, text: string) =>
  `Dialogue: 0,0:00:0${index * 2}.00,0:00:0${index * 2 + 1}.00,${style},,0,0,0,,${text}\n`;
const ass = (events: readonly string[]) =>
  `[Script Info]\n; by nobody\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.join('')}`;
const both = ZH.map((zh, index) => `${zh}\n${EN[index]}`);
const cues = (write: (index: number, text: string) => string, film: readonly (readonly string[])[] = [ZH, EN]) =>
  ZH.flatMap((_, index) => film.map((texts) => write(index, texts[index] ?? '')));
const srtCue = (index: number, text: string) => `00:00:0${index * 2},000 --> 00:00:0${index * 2 + 1},000\n${text}\n`;
const numbered = (blocks: readonly string[]) => blocks.map((block, index) => `${index + 1}\n${block}`).join('\n');

it.each<[what: string, readAs: ReadAs, text: string, chinese: string, english: string]>([
  ['.srt', 'srt', srt(both), srt(ZH), srt(EN)],
  ['.srt with other line ends', 'srt', srt(both, '\r\n'), srt(ZH, '\r\n'), srt(EN, '\r\n')],
  ['WebVTT', 'vtt', vtt(both), vtt(ZH), vtt(EN)],
  [
    'ASS',
    'ass',
    ass(ZH.map((zh, index) => event(index, 'Main', `{\\an8}${zh}\\N{\\fs10}${EN[index]}`))),
    ass(ZH.map((zh, index) => event(index, 'Main', `{\\an8}${zh}`))),
    ass(EN.map((en, index) => event(index, 'Main', `{\\an8}{\\fs10}${en}`))),
  ],
  [
    'cues of .srt at one time',
    'srt',
    numbered(cues(srtCue)),
    ZH.map((text, index) => `${index * 2 + 1}\n${srtCue(index, text)}`).join('\n'),
    EN.map((text, index) => `${index * 2 + 2}\n${srtCue(index, text)}`).join('\n'),
  ],
  [
    'cues of ASS at one time, in two styles',
    'ass',
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text))),
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text === ZH[index] ? text : ''))),
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text === EN[index] ? text : ''))),
  ],
  [
    'cues of WebVTT at one time',
    'vtt',
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.')).join('\n')}`,
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.'), [ZH, ['', '', '', '']]).join('\n')}`,
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.'), [['', '', '', ''], EN]).join('\n')}`,
  ],
  ['TTML', 'ttml', ttml(both), ttml(ZH), ttml(EN)],
])(
  '[D2.29][D2.30] gives each language of a file alone, and changes nothing else: %s',
  async (_, readAs, text, chinese, english) => {
    const { ask } = connectInside();
    const of = { text, readAs, withoutStyles: [] };
    const kinds = (await ask(FILM, 'repairs', of))?.kinds ?? [];
    expect(kinds.map(({ button }) => button)).toEqual(['Translate the Chinese', 'Translate the English']);
    expect(kinds[0]?.sentence).toMatch(/^[48] of [48] phrases are shown in two languages, Chinese and English\./);
    expect(kinds[0]?.places[1]).toMatchObject({ before: expect.stringContaining('kitchen') });
    for (const [which, alone] of [chinese, english].entries()) {
      const mended = await ask(FILM, 'mend', { of, kinds: [kinds[which]?.name ?? ''] });
      expect(mended).toEqual({ text: alone, readAs, withoutStyles: [] });
      const after = await ask(FILM, 'repairs', { ...of, text: alone });
      expect(after?.kinds).toEqual([]);
      const read = await ask({ ...FILM, sourceText: alone, readAs }, 'read', undefined);
      expect(read?.ok && read.value.phrases.map((phrase) => phrase.text)).toEqual([ZH, EN][which]);
    }
  },
);

it('[D2.29] does not tell of a style that is left out already', async () => {
  const { ask } = connectInside();
  const text = ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text)));
  const found = await ask(FILM, 'repairs', { text, readAs: 'ass', withoutStyles: ['en'] });
  expect(found?.kinds).toEqual([]);
});

it('[D2.30] mends the rest of a broken file, too', async () => {
  const { ask } = connectInside();
  const of = { text: srt(both).replaceAll('-->', '->'), readAs: 'srt', withoutStyles: [] } as const;
  const repairs = await ask(FILM, 'repairs', of);
  const names = repairs?.kinds.filter(({ excludes, name }) => !excludes || name === 'first-language') ?? [];
  const mended = await ask(FILM, 'mend', { of, kinds: names.map(({ name }) => name) });
  expect(mended).toEqual({ text: srt(ZH), readAs: 'srt', withoutStyles: [] });
});

it('[D2.30] says at which line each phrase stands', async () => {
  const { ask } = connectInside();
  const found = await ask(FILM, 'repairs', { text: vtt(both), readAs: 'vtt', withoutStyles: [] });
  expect(found?.kinds[0]?.places.map(({ line, after }) => [line, after])).toEqual([
    [5, ZH[0]],
    [9, ZH[1]],
    [13, ZH[2]],
    [17, ZH[3]],
  ]);
});
