import fc from 'fast-check';
import { documentLaws } from '../../test/document-laws.ts';
import { findEvents, readAss, readSsa } from './ass.ts';
import { findBlocks, readSbv } from './sbv.ts';
import { findCues, readVtt } from './vtt.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const anyLineEnd = fc.constantFrom('\n', '\r\n', '\r');
const mark = fc.constantFrom('', '\uFEFF');
const anySeconds = fc.nat(59);

/** One piece of the format's own between words, so that each line has at least one word. */
const anyLineOf = (...codes: string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', ...codes),
      fc.constantFrom('Hello', 'да', '你好', 'x < y & z', '♪', '- A, b?'),
      fc.array(fc.constantFrom(' and ', ...codes), { maxLength: 4 }),
      fc.constantFrom('', 'end'),
    )
    .map(([first, word, parts, last]) => first + word + parts.join('') + last);

const joined = (lineEnd: string, blocks: readonly string[]): string => blocks.join('\n').replaceAll('\n', lineEnd);

const vttCodes = [
  ...['<i>', '</i>', '<b>', '<c.yellow>', '</c>', '<v Bob>', '</v>', '<00:01.500>', '&amp;', '&lt;', '&gt;', '&nbsp;'],
  ...['<ruby>漢<rt>kan</rt></ruby>', '⟦1⟧'],
];
const anyCue = fc
  .tuple(
    fc.constantFrom('', '7\n', 'intro - a\n'),
    anySeconds,
    fc.constantFrom('', '00:', '100:'),
    fc.constantFrom('', ' align:start line:0%'),
    fc.array(anyLineOf(...vttCodes), { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([id, at, hours, settings, lines]) =>
      `${id}${hours}00:${two(at)}.000 --> ${hours}01:00.500${settings}\n${lines.join('\n')}\n`,
  );
/** Blocks of this sort, mostly, and some of these among them. */
const anyBlocks = (arbitrary: fc.Arbitrary<string>, maxLength: number, ...others: string[]) =>
  fc.array(fc.oneof({ weight: 4, arbitrary }, fc.constantFrom(...others)), { maxLength });
const vttNotes = ['NOTE a\nb\n', 'STYLE\n::cue { color: red }\n', 'REGION\nid:x\n', ''];
const vttBlocks = anyBlocks(anyCue, 6, ...vttNotes, '00:05.000 --> 00:06.000\n', '99 --> 5\nbroken\n');
const anyVtt = fc
  .tuple(mark, anyLineEnd, fc.constantFrom('WEBVTT\n', 'WEBVTT - x\nKind: captions\n'), vttBlocks, anyCue)
  .map(([bom, end, head, blocks, cue]) => bom + joined(end, [head, ...blocks, cue]));

const assCodes = [
  ...['{\\i1}', '{\\i0}', '{\\b1\\i1}', '{\\c&HFF&}', '{\\pos(1,2)}', '{note}', '\\N', '\\n', '\\h'],
  ...['{\\p1}m 0 0 l 1 1{\\p0}', ', ', '⟦1⟧'],
];
const anyEvent = fc
  .tuple(
    fc.nat(3),
    anySeconds,
    fc.constantFrom('Default', 'Sign'),
    fc.constantFrom('', 'Bob', ' Dr: <i> '),
    anyLineOf(...assCodes),
  )
  .map(
    ([layer, at, style, name, text]) =>
      `Dialogue: ${layer},0:00:${two(at)}.00,0:01:00.00,${style},${name},0,0,0,,${text}`,
  );
const assLines = anyBlocks(
  anyEvent,
  8,
  'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,c',
  'Dialogue: 0,0:00:01.00,0:00:02.00,K,,0,0,0,,{\\k10}ka{\\k20}ra',
  'Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,{\\p1}m 0 0 l 5 5',
  ...['Dialogue: broken', '; x', ''],
);
const assHead =
  '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Fonts]\nfontname: a.ttf\nDialogue\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
const anyAss = fc
  .tuple(mark, anyLineEnd, assLines, anyEvent)
  .map(([bom, end, lines, event]) => bom + joined(end, [assHead, ...lines, event]));

const anySbvBlock = fc
  .tuple(anySeconds, fc.array(anyLineOf('[br]', '>> '), { minLength: 1, maxLength: 3 }))
  .map(([at, lines]) => `0:00:${two(at)}.000,0:01:00.500\n${lines.join('\n')}\n`);
const sbvBlocks = anyBlocks(anySbvBlock, 6, 'no block\n', '0:00:05.000,0:00:06.000\n', '  \n');
const anySbv = fc
  .tuple(mark, anyLineEnd, sbvBlocks, anySbvBlock)
  .map(([bom, end, blocks, block]) => bom + joined(end, [...blocks, block]));

const vttFragments = ['WEBVTT\n\n', '00:01.000 --> 00:02.000\n', 'STYLE\n', ...vttCodes];
const assEvent = '\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,';
const assFragments = [assHead, assEvent, '\nFormat: Text, Start, End\n', ...assCodes];
const ssaHead = '[Events]\nFormat: Marked, Start, End, Style, Text\n';
const ssaFragments = [ssaHead, 'Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,', ...assCodes];
const sbvFragments = ['0:00:01.000,0:00:02.000\n', '[br]'];

documentLaws('WebVTT', { read: readVtt, find: findCues, document: anyVtt, fragments: vttFragments });
documentLaws('ASS', { read: readAss, find: findEvents, document: anyAss, fragments: assFragments });
documentLaws('SSA', { read: readSsa, find: findEvents, document: anyAss, fragments: ssaFragments });
documentLaws('SBV', { read: readSbv, find: findBlocks, document: anySbv, fragments: sbvFragments });
