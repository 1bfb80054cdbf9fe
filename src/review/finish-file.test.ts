import { expect, it } from 'vitest';
import type { FileFormat, ReadAs } from '../subtitles/formats.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { countWrongOrder, type FileOptions, finishFile } from './finish-file.ts';
import { savedName } from './saved-name.ts';

const finish = (readAs: ReadAs, sourceText: string, translated: string, options: FileOptions, language = 'pt') =>
  finishFile({ translated, isPart: false, sourceText, readAs, withoutStyles: [], language }, options);

const srt = (text: string) => `7\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
const vtt = (text: string) => `WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<v Bob>${text}\r\n`;
const ass = (text: string) =>
  `[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,{\\an8}${text}\n`;
const sbv = (text: string) => `0:00:01.000,0:00:02.000\n${text}\n`;

const crlf = (text: string) => srt(text).replaceAll('\n', '\r\n');
const GREY = '<font color="#808080">One</font>';
const LONG = 'Um dia muito bom para todos, e';

const RLM: FileOptions = { marks: 'rlm' };
const EMBEDDED: FileOptions = { marks: 'embedding' };
const SILENT: FileOptions = { sounds: 'left-out' };
const NEXT = '8\n00:00:02,000 --> 00:00:03,000\nB\n';

it.each<[string, (text: string) => string, string, string, FileOptions, string]>([
  ['nothing', srt, 'One', 'Um', {}, srt('Um')],
  ['the translation below the original', srt, 'One', 'Um', { both: 'below' }, srt('One\nUm')],
  ['text that looks like code of another format', srt, 'One ⟦1⟧', 'Um ⟦1⟧', { both: 'below' }, srt('One ⟦1⟧\nUm ⟦1⟧')],
  ['the translation above the original', srt, 'One', 'Um', { both: 'above' }, srt('Um\nOne')],
  ['italics', srt, '{\\an8}<i>One</i>', 'Um', { both: 'above', look: 'italics' }, srt('Um\n<i>One</i>')],
  ['the original in grey', srt, 'One', 'Um', { both: 'above', look: 'grey' }, srt(`Um\n${GREY}`)],
  [
    'both languages in one WebVTT cue',
    vtt,
    'One &amp; <c>2</c>',
    'Um',
    { both: 'below', look: 'italics' },
    vtt('<i>One &amp; 2</i>\r\nUm'),
  ],
  [
    'both languages in one ASS event',
    ass,
    'One',
    'Um',
    { both: 'above', look: 'grey' },
    ass('Um\\N{\\c&H808080&}One{\\c}'),
  ],
  ['both languages in one SBV block', sbv, 'One', 'Um', { both: 'above', look: 'italics' }, sbv('Um\nOne')],
  ['the line ends of an old TV', srt, 'One', 'Um', { lineEnds: 'tv' }, `\uFEFF${crlf('Um')}`],
  ['a WebVTT file unchanged for an old TV', vtt, 'One', 'Um', { lineEnds: 'tv' }, vtt('Um')],
  ['line ends as in the file', crlf, 'One', 'Um', { lineEnds: 'file' }, crlf('Um')],
  ['LF', vtt, 'One', 'Um', { lineEnds: 'lf' }, vtt('Um').replaceAll('\r\n', '\n')],
  ['the usual line ends of an .srt file', crlf, 'One', 'Um', { lineBreaks: 'balanced' }, srt('Um')],
  ['right-to-left marks around each right-to-left line', srt, 'One', 'שלום.\nab', RLM, srt('\u200fשלום.\u200f\nab')],
  ['embedding, once', srt, 'One', '\u200fשלום.\u200f', EMBEDDED, srt('\u202bשלום.\u202c')],
  [
    'embedding marks in place of other direction marks',
    srt,
    'One',
    '<i>\u2067\u200fשלום.\u2069</i>',
    EMBEDDED,
    srt('\u202b<i>שלום.</i>\u202c'),
  ],
  ['right-to-left marks in place of an Arabic mark', srt, 'One', '\u061cسلام.\u061c', RLM, srt('\u200fسلام.\u200f')],
  ['right-to-left marks in place of entities', srt, 'One', '&rlm;שלום.&#8207;', RLM, srt('\u200fשלום.\u200f')],
  [
    'right-to-left marks beside the marks of a name',
    srt,
    'One',
    'זה \u202aMax\u202c',
    RLM,
    srt('\u200fזה \u202aMax\u202c\u200f'),
  ],
  ['one language, if both differ only in direction marks', srt, '\u200eMax', 'Max', { both: 'below' }, srt('Max')],
  ['speech with its direction marks, without sounds', srt, 'One', '\u200e[portas]\n\u200eUm', SILENT, srt('\u200eUm')],
  ['no line of sounds', srt, 'One', '[portas]\nUm', SILENT, srt('Um')],
  ['no phrase that has only sounds', (text) => `${srt(text)}\n${NEXT}`, 'One', '[portas]', SILENT, NEXT],
  ['no words in a cue that has only sounds', vtt, 'One', '♪ la ♪', SILENT, vtt('')],
  ['no words in an event that has only sounds', ass, 'One', '(portas)', SILENT, ass('')],
  ['only speech in both languages', srt, '[door]\nOne', '[portas]\nUm', { both: 'below', ...SILENT }, srt('One\nUm')],
  ['balanced lines', srt, 'One', `${LONG}\nnós`, { lineBreaks: 'balanced' }, srt(`${LONG} nós`)],
])('writes into the file: %s', (_, file, original, translation, options, expected) => {
  const readAs = file === vtt ? 'vtt' : file === ass ? 'ass' : file === sbv ? 'sbv' : 'srt';
  // Assembled .srt texts always have "\n".
  const translated = readAs === 'srt' ? file(translation).replaceAll('\r', '') : file(translation);
  expect(finish(readAs, file(original), translated, options)).toBe(expected);
});

it.each<[string, string, string, FileOptions, string]>([
  ['italics', '{\\i1}One{\\i0}', 'Um', { both: 'below', look: 'italics' }, '{\\i1}{\\i1}One\\NUm{\\i0}'],
  ['a style that may be italic', 'One', 'Um', { both: 'below', look: 'italics' }, '{\\i1}One{\\i}\\NUm'],
  [
    'a colour of the original',
    '{\\i1\\1c&HFF&}One',
    'Um',
    { both: 'below', look: 'grey' },
    '{\\i1\\1c&HFF&}{\\c&H808080&}One{\\1c&HFF&}\\NUm',
  ],
  [
    'italics of a word of the original',
    '{\\b1}One {\\i1}two',
    'Um',
    { both: 'below' },
    '{\\b1}One {\\i1}two{\\i}\\NUm',
  ],
  ['italics that end within the original', 'One <i>two</i>', 'Um', { both: 'below' }, 'One {\\i1}two{\\i0}{\\i}\\NUm'],
  [
    'the size of the original, behind a coloured word',
    '{\\fs30\\an8}One {\\c&HFF&\\fs40}two',
    'Um ⟦1⟧dois',
    { both: 'above' },
    '{\\fs30\\an8}Um {\\c&HFF&\\fs40}dois{\\r\\fs30}\\NOne two',
  ],
  [
    'a style that changes over time',
    '{\\rSign\\pos(1,2)\\t(0,500,\\i1)}One',
    'Um',
    { both: 'below', look: 'italics' },
    '{\\rSign\\pos(1,2)\\t(0,500,\\i1)}{\\i1}One{\\r\\rSign\\t(0,500,\\i1)}\\NUm',
  ],
])('[D1.4] restores the style of the line for the second language: %s', (_, column, translation, options, expected) => {
  const film = (text: string) =>
    `[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,${text}\n`;
  const original = film(column.replace('<i>', '{\\i1}').replace('</i>', '{\\i0}'));
  const document = readDocument(original, 'ass');
  const translated = document.ok ? document.value.write(new Map([[1, translation]])) : '';
  expect(finish('ass', original, translated, options)).toBe(film(expected));
});

it.each<[ReadAs, FileOptions, string, string]>([
  ['srt', { both: 'below' }, '<i>One', '<i>One</i>\nUm'],
  ['srt', { both: 'above' }, '<font color="red">One', 'Um\n<font color="red">One</font>'],
  ['vtt', { both: 'below' }, '<i>One <b>two', '<i>One <b>two</b></i>\r\nUm'],
])(
  'writes %s with the options %o and closes open tags at the end of each language',
  (readAs, options, original, expected) => {
    const file = readAs === 'srt' ? srt : vtt;
    expect(finish(readAs, file(original), file('Um'), options)).toBe(file(expected));
  },
);

it('writes the right original beside each event when several events share a translation', () => {
  const film = (...texts: readonly string[]) =>
    '[Events]\nFormat: Layer, Start, End, Style, Text\n' +
    texts.map((text, layer) => `Dialogue: ${layer},0:00:01.00,0:00:02.00,Default,${text}\n`).join('');
  expect(finish('ass', film('Yes.', 'Yeah.', 'Yes.'), film('Sí.', 'Sí.', 'Sí.'), { both: 'below' }, 'es')).toBe(
    film('Yes.\\NSí.', 'Yeah.\\NSí.', 'Yes.\\NSí.'),
  );
});

it('writes equal texts once, and keeps untranslated phrases unchanged', () => {
  const source = `${srt('OK')}\n8\n00:00:03,000 --> 00:00:04,000\nUma frase que está em duas\nlinhas\n`;
  const options: FileOptions = { both: 'below', lineBreaks: 'balanced' };
  expect(finish('srt', source, source, options)).toBe(source.replace('duas\nlinhas', 'duas linhas'));
  const file = { translated: source, sourceText: source, readAs: 'srt', withoutStyles: [], language: 'pt' } as const;
  expect(finishFile({ ...file, isPart: true }, options)).toBe(source);
});

it('[D2.6] finds the first original of a file with a damaged byte-order mark', () => {
  expect(finish('srt', `?${srt('One')}`, srt('Um'), { both: 'below' })).toBe(srt('One\nUm'));
});

it("keeps a person's edits, even removed phrases and text that is no subtitle file", () => {
  const source = `${srt('One')}\n8\n00:00:03,000 --> 00:00:04,000\nTwo\n`;
  expect(finish('srt', source, srt('Um'), { both: 'below' })).toBe(srt('One\nUm'));
  expect(finish('srt', source, 'no file at all', { both: 'below', lineEnds: 'tv' })).toBe('\uFEFFno file at all');
});

it.each<[ReadAs, (time: string, text: string, number: number) => string]>([
  ['srt', (time, text, number) => `${number}\n${time.replaceAll('.', ',')}\n${text}\n\n`],
  ['vtt', (time, text) => `${time}\n${text}\n\n`],
  ['sbv', (time, text) => `${time.replace(' --> ', ',')}\n${text}\n\n`],
])('[D1.4] repeats the original at each piece of a phrase that a person has split: %s', (readAs, cue) => {
  const head = readAs === 'vtt' ? 'WEBVTT\n\n' : '';
  const at = (from: string, to: string) => `00:00:0${from}00 --> 00:00:0${to}00`;
  const file = (...cues: readonly (readonly [string, string])[]) =>
    `${(head + cues.map(([time, text], index) => cue(time, text, index + 1)).join('')).trimEnd()}\n`;
  const source = file([at('1.0', '4.0'), 'One'], [at('4.0', '5.0'), 'Two'], [at('6.0', '7.0'), 'Three']);
  const cut = (...texts: readonly string[]) =>
    file(
      [at('1.0', '2.0'), texts[0] ?? ''],
      [at('2.0', '3.5'), texts[1] ?? ''],
      [at('3.5', '4.0'), texts[2] ?? ''],
      [at('4.0', '5.0'), texts[3] ?? ''],
      // The person added this phrase, so it has no original.
      [at('6.2', '6.8'), 'Seis'],
    );
  const expected = cut('One\nUm', 'One\ndois', 'One\ntrês', 'Two\nQuatro');
  expect(finish(readAs, source, cut('Um', 'dois', 'três', 'Quatro'), { both: 'below' })).toBe(expected);
});

it.each<[opened: string, language: string | undefined, format: FileFormat, saved: string]>([
  ...[
    ...['Film.en', 'Film.eng', 'Film.English', 'Film.Русский', 'Film.hi', 'Film.IT', 'Film.Fr', 'Film.mkv'],
    ...['Film.en.mkv', 'Film.chs', 'Film.cht', 'Film.chs&jpn', 'Film.tc', 'Film.sc', 'Film.jp', 'Film.cz'],
    ...['Film.gr', 'Film.ua', 'Film.br', 'Film.CHS', 'Film.zh-TW', 'Film.chi', 'Film.zho', 'Film.pob'],
    ...['Film.spa-lat', 'Film.es-419', 'Film.es-la', 'Film.zh-Hans-CN', 'Film.ptb', 'Film.latino'],
    ...['Film.chs-eng', 'Film.chs.eng', 'Film.ice', 'Film.urd', 'Film.eus', 'Film.hye', 'Film.简体'],
    ...['Film.Español (España)', 'Film.Portuguese (BR)', 'Film.Brazilian', 'Film.en.auto', 'Film.en-orig'],
    ...['Film_EN', 'Film.(en)', 'Film [English]', 'Film (eng)', 'Film - English', 'Film_pt-BR'],
  ].map((name): [string, string, FileFormat, string] => [`${name}.srt`, 'pt', 'srt', 'Film.pt.srt']),
  ['Film.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.SRT', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.en-US.srt', 'pt-BR', 'srt', 'Film.pt-BR.srt'],
  ['Film.zh_Hans.srt', 'en', 'srt', 'Film.en.srt'],
  ['Film.Brazilian_Portuguese.srt', 'de', 'srt', 'Film.de.srt'],
  ['Film.en.forced.srt', 'pt', 'srt', 'Film.pt.forced.srt'],
  ['Film.en.forced.sdh.srt', 'pt', 'srt', 'Film.pt.forced.sdh.srt'],
  ['Film.sdh.srt', 'pt', 'srt', 'Film.pt.sdh.srt'],
  ['Film.en.full.srt', 'pt', 'srt', 'Film.pt.full.srt'],
  ['Film.Full.srt', 'pt', 'srt', 'Film.Full.pt.srt'],
  ['Film.en.hi.srt', 'pt', 'srt', 'Film.pt.hi.srt'],
  ['Show.S01E02.en.vtt', 'uk', 'vtt', 'Show.S01E02.uk.vtt'],
  ['Film.2019.srt', 'pt', 'srt', 'Film.2019.pt.srt'],
  ['en.srt', 'pt', 'srt', 'en.pt.srt'],
  ['It.srt', 'pt', 'srt', 'It.pt.srt'],
  ['Film.en.srt', undefined, 'srt', 'Film.srt'],
  ['Film.ass', 'pt', 'ass', 'Film.pt.ass'],
  ['subs.sbv.srt', 'pt', 'sbv', 'subs.sbv.pt.sbv'],
  ['Film.en.ttml', 'pt', 'ttml', 'Film.pt.ttml'],
  ['Film.en.dfxp', 'pt', 'ttml', 'Film.pt.dfxp'],
  ['Film.en.XML', 'pt', 'ttml', 'Film.pt.xml'],
  ['Film.txt', 'pt', 'ttml', 'Film.pt.ttml'],
  ['Film.sub', 'pt', 'sub', 'Film.pt.sub'],
  ['Song.lrc', 'pt', 'lrc', 'Song.pt.lrc'],
  ['Film', 'pt', 'srt', 'Film.pt.srt'],
  ['Just.Do.It.srt', 'pt', 'srt', 'Just.Do.It.pt.srt'],
  ['JUST.DO.IT.srt', 'pt', 'srt', 'JUST.DO.IT.pt.srt'],
  ['just.do.it.srt', 'pt', 'srt', 'just.do.it.pt.srt'],
  ['The.Black.Cat.srt', 'pt', 'srt', 'The.Black.Cat.pt.srt'],
  ['Just.Do.It.it.srt', 'pt', 'srt', 'Just.Do.It.pt.srt'],
  ['The.Constructor.srt', 'pt', 'srt', 'The.Constructor.pt.srt'],
  ['', 'pt', 'srt', 'translated.pt.srt'],
  ['Film.en[cc].srt', 'pt', 'srt', 'Film.pt.cc.srt'],
  ['Film.English (SDH).srt', 'pt', 'srt', 'Film.pt.sdh.srt'],
  ['Film.en.commentary.srt', 'pt', 'srt', 'Film.pt.commentary.srt'],
  ['ada-zangemann-en.srt', 'pt', 'srt', 'ada-zangemann.pt.srt'],
  ['film_eng.srt', 'pt', 'srt', 'film.pt.srt'],
  ['walk-in.srt', 'pt', 'srt', 'walk-in.pt.srt'],
  ['just-do-it.srt', 'pt', 'srt', 'just-do-it.pt.srt'],
  ['spider-man.srt', 'pt', 'srt', 'spider-man.pt.srt'],
  ['Film (2019).srt', 'pt', 'srt', 'Film (2019).pt.srt'],
  ['Film.srt', 'zh-Hant', 'srt', 'Film.zh-Hant.srt'],
  ...['English-SDH', 'en-sdh', 'en_SDH'].map((code): [string, string, FileFormat, string] => [
    `Film.${code}.srt`,
    'pt',
    'srt',
    'Film.pt.sdh.srt',
  ]),
  ['pt-br.sdh.srt', 'es', 'srt', 'es.sdh.srt'],
  ['2_English.srt', 'pt', 'srt', '2.pt.srt'],
  ['Film.en.2.srt', 'pt', 'srt', 'Film.pt.2.srt'],
  ['Film.eng.signs.ass', 'pt', 'ass', 'Film.pt.signs.ass'],
  // "translated" keeps the saved file from having the opened file's name.
  ['Film.srt', undefined, 'srt', 'Film.translated.srt'],
  ['Film.pt.srt', 'pt', 'srt', 'Film.translated.pt.srt'],
  ...[
    ...['Series.S01E01.1080p.WEB-DL', 'The.Office.(UK)', 'Johnny English', 'Johnny_English', 'sci-fi', 'Apollo.13'],
    ...['Film.2019.BluRay.x264-EN', 'Dr.No', 'let_me_in', 'Taken.2', 'The.Iceman', 'Big.Ben', 'Film (2019)'],
  ].map((name): [string, string, FileFormat, string] => [`${name}.srt`, 'pt', 'srt', `${name}.pt.srt`]),
])(
  '[D1.4] saves the opened file %s, translated into %s, as %s under the name %s',
  (opened, language, format, saved) => {
    expect(savedName(opened, language, format)).toBe(saved);
  },
);

it('[D1.4] gives a file with both languages another name than the translation alone', () => {
  expect(savedName('Film.en.srt', 'pt', 'srt', { isBoth: true })).toBe('Film.both.pt.srt');
  expect(savedName('Film.both.en.srt', 'pt', 'srt', { isBoth: true })).toBe('Film.both.pt.srt');
  expect(savedName('Film.both.en.srt', 'pt', 'srt')).toBe('Film.pt.srt');
  expect(savedName('Film.en.srt', 'pt', 'srt', { isBoth: true, part: '59-of-60' })).toBe('Film.59-of-60.both.pt.srt');
  expect(savedName('Both.en.srt', 'pt', 'srt')).toBe('Both.pt.srt');
  expect(savedName('both.en.srt', 'pt', 'srt')).toBe('both.pt.srt');
});

it('[D1.4] keeps the originals of later phrases in place when a person splits a phrase', () => {
  const phrase = (number: number, fromTo: string, text: string) => `${number}\n00:00:0${fromTo}\n${text}\n`;
  const file = (...phrases: string[]) => phrases.join('\n');
  const [one, two] = ['1,000 --> 00:00:02,000', '3,000 --> 00:00:04,000'];
  const cut = ['2,000 --> 00:00:02,400', '2,400 --> 00:00:03,000'] as const;
  const original = file(phrase(1, one, 'One'), phrase(2, '2,000 --> 00:00:03,000', 'Two'), phrase(3, two, 'Three'));
  const edited = file(phrase(1, one, 'Um'), phrase(2, cut[0], 'Do'), phrase(2, cut[1], 'is'), phrase(3, two, 'Três'));
  const saved = finish('srt', original, edited, { both: 'below' });
  expect(saved).toContain(phrase(1, one, 'One\nUm'));
  expect(saved).toContain(phrase(3, two, 'Three\nTrês'));
});

it('[D1.4] keeps a phrase that a person has emptied, and applies the options to the others', () => {
  const empty = '8\n00:00:03,000 --> 00:00:04,000\n';
  const original = `${srt('One')}\n${empty}Two\n`;
  expect(finish('srt', original, `${empty}\n${srt('Um')}`, { both: 'below' })).toBe(`${empty}\n${srt('One\nUm')}`);
});

it('[D13.1] keeps the empty lines that position an ASS sign when it balances line breaks', () => {
  const [original, translated] = [ass('Exit\\N\\NDoor'), ass('Saída\\N\\NPorta')];
  expect(finish('ass', original, translated, { lineBreaks: 'balanced' })).toBe(translated);
});

it('[D13.1] adds the original to a translation without words', () => {
  expect(finish('srt', srt('One'), srt('<i></i>'), { both: 'below' })).toContain('One');
  const two = '8\n00:00:03,000 --> 00:00:04,000\n';
  const [original, translated] = [`${srt('One')}\n${two}Two\n`, `${srt('Um')}\n${two}{\\an8}\n`];
  expect(finish('srt', original, translated, { both: 'below' })).toContain('Two');
});

const STYLED = (encoding: string) =>
  `[Script Info]\r\n\r\n[V4+ Styles]\r\nFormat: Name, Fontsize, Encoding\r\nStyle: Default,20, ${encoding}\r\nStyle: Sign,9,0\r\n\r\n[Events]\r\nFormat: Layer, Start, End, Style, Text\r\n`;
const EVENT = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,زبان {\\i1}خوب{\\i0} است';

it('[D13.14] sets Encoding −1 in the styles if the person chooses it, and changes nothing else', () => {
  const written = finish('ass', STYLED('1') + EVENT, STYLED('1') + EVENT, { direction: 'letters' });
  expect(written).toBe((STYLED('-1') + EVENT).replace('Sign,9,0', 'Sign,9,-1'));
  expect(finish('ass', STYLED('1') + EVENT, STYLED('1') + EVENT, {})).toBe(STYLED('1') + EVENT);
  const ssa = '[V4 Styles]\nFormat: Name, Encoding, Fontsize\nStyle: Default,178,20\n\n[Events]\n; שלום';
  expect(finish('ssa', ssa, ssa, { direction: 'letters' })).toBe(ssa.replace('178', '-1'));
  expect(finish('srt', ssa, ssa, { direction: 'letters' })).toBe(ssa);
  const english = STYLED('1') + EVENT.replace(/[\u0600-\u06ff]+/g, 'x');
  expect(finish('ass', english, english, { direction: 'letters' })).toBe(english);
});

const styled = (...lines: readonly string[]) => ['[V4+ Styles]', ...lines, '', '[Events]', EVENT].join('\n');
const FORMAT = 'Format: Name, Fontsize';
const WITH_ENCODING = `${FORMAT}, Encoding`;

it.each<[string, before: readonly string[], after: readonly string[]]>([
  ['no column Encoding', [FORMAT, 'Style: A,20', 'Style: B,9'], [WITH_ENCODING, 'Style: A,20,-1', 'Style: B,9,-1']],
  [
    'no column Encoding, and spaces at the end',
    [`${FORMAT}  `, 'Style: A,20 '],
    [`${WITH_ENCODING}  `, 'Style: A,20,-1 '],
  ],
  ['no column Encoding, but a value for it', [FORMAT, 'Style: A,20,1'], [WITH_ENCODING, 'Style: A,20,-1']],
  ['an empty Encoding', [WITH_ENCODING, 'Style: A,20,'], [WITH_ENCODING, 'Style: A,20,-1']],
  ['no value for Encoding', [WITH_ENCODING, 'Style: A,20'], [WITH_ENCODING, 'Style: A,20,-1']],
  [
    'Encoding −1 in one of two styles',
    [WITH_ENCODING, 'Style: A,20,-1', 'Style: B,9'],
    [WITH_ENCODING, 'Style: A,20,-1', 'Style: B,9,-1'],
  ],
])('[D13.14] finds that styles have %s, and sets Encoding −1', (_, before, after) => {
  const [file, wanted] = [styled(...before), styled(...after)];
  const line = { number: 1, time: '', original: 'x', translation: 'זה <i>טוב</i> מאוד' };
  expect(countWrongOrder([line], { sourceText: file, readAs: 'ass' })).toBe(1);
  expect(finish('ass', file, file, { direction: 'letters' })).toBe(wanted);
  expect(countWrongOrder([line], { sourceText: wanted, readAs: 'ass' })).toBe(0);
});

it.each([
  ['that ends before the column Encoding', [FORMAT, 'Style: A']],
  ['without a format line', ['Style: A,20,1']],
])('[D13.14] does not change a style %s', (_, lines) => {
  expect(finish('ass', styled(...lines), styled(...lines), { direction: 'letters' })).toBe(styled(...lines));
});

it.each<[string, string, ReadAs, number]>([
  ['זה <i>טוב</i> מאוד', '1', 'ass', 1],
  ['این ⟦1⟧خوب⟦2⟧ است', '1', 'ssa', 1],
  ['یہ ⟦1⟧اچھا ہے', '0', 'ass', 1],
  ['<i>זה טוב</i>', '1', 'ass', 0],
  ['זה טוב', '1', 'ass', 0],
  ['This is <i>good</i>, yes', '1', 'ass', 0],
  ['זה <i>טוב</i> מאוד', '1', 'srt', 0],
])(
  '[D13.14] counts, for %j with Encoding %s in a file read as %s, %i lines in the wrong order',
  (translation, encoding, readAs, count) => {
    const line = { number: 1, time: '', original: 'x', translation };
    expect(countWrongOrder([line], { sourceText: STYLED(encoding), readAs })).toBe(count);
    expect(countWrongOrder([line], { sourceText: STYLED('-1').replace('Sign,9,0', 'Sign,9,-1'), readAs })).toBe(0);
  },
);
