import fc from 'fast-check';

const two = (value: number): string => String(value).padStart(2, '0');
const anyLineEnd = fc.constantFrom('\n', '\r\n', '\r');
const mark = fc.constantFrom('', '\uFEFF');
const anySeconds = fc.nat(59);

/** A line of words and the format's codes. It has at least one word. */
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
/** Mostly blocks of this kind, with some of the others in between. */
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

const ttmlCodes = [
  ...[
    '<span tts:fontStyle="italic">',
    '</span>',
    '<br/>',
    '<br />',
    '</span><br/><span tts:fontStyle="italic">',
    '<!-- a > b -->',
  ],
  ...[
    '<metadata>a</metadata>',
    '&amp;',
    '&#233;',
    '<![CDATA[a < b]]>',
    '<span tts:ruby="text">kan</span>',
    '⟦1⟧',
    '\n   ',
  ],
];
/** Words between codes, with each element that they open or close whole. */
const anyTtmlText = fc
  .array(fc.constantFrom('Hello', 'да', ' and ', '你好', '♪', ...ttmlCodes), { minLength: 1, maxLength: 6 })
  .map((parts) => {
    let open = 0;
    const kept = parts.filter((part) => {
      if (part.startsWith('</span>') && open === 0) return false;
      if (part === '</span>') open--;
      if (part === ttmlCodes[0]) open++;
      return true;
    });
    return `Hi${kept.join('')}!${'</span>'.repeat(open)}`;
  });
const anyParagraph = fc
  .tuple(fc.constantFrom('00:00:', '00:01:'), anySeconds, fc.constantFrom('', ' region="r1"'), anyTtmlText)
  .map(([clock, at, more, text]) => `<p begin="${clock}${two(at)}.000" dur="2s"${more}>${text}</p>\n`);
const ttmlParagraphs = anyBlocks(
  anyParagraph,
  6,
  '</div><div>\n',
  '<p begin="1s" end="2s"></p>\n',
  '<p>no time</p>\n',
  '<p begin="3s"><span begin="0s" end="1s">One two</span><span begin="1s" end="2s">three four</span></p>\n',
  '<p begin="5s" end="9s"><span begin="0s">one</span> <span begin="1s">two</span> <span begin="2s">three</span></p>\n',
);
const anyTtml = fc
  .tuple(mark, anyLineEnd, ttmlParagraphs, anyParagraph)
  .map(([bom, end, blocks, block]) => bom + joined(end, [ttmlHead, ...blocks, block, '</div></body></tt>\n']));
const ttmlHead =
  '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><head><metadata><p>x</p></metadata></head><body><div>\n';

const microDvdCodes = ['{y:i}', '{y:b}', '{c:$0000FF}', '|', '⟦1⟧', '{note}'];
const anyMicroDvdEvent = fc
  .tuple(fc.nat(5_000), fc.constantFrom('', '{Y:i}', '{y:b}{c:$0000ff}'), anyLineOf(...microDvdCodes))
  .map(([at, codes, text]) => `{${at}}{${at + 40}}${codes}${text}`);
const microDvdLines = anyBlocks(anyMicroDvdEvent, 6, '{10}{20}', 'no event', '', '{DEFAULT}{}{C:$0000FF}');
const anyMicroDvd = fc
  .tuple(mark, anyLineEnd, fc.constantFrom('{1}{1}23.976', '{0}{0}25', '{5}{6}Hi'), microDvdLines, anyMicroDvdEvent)
  .map(([bom, end, head, lines, event]) => bom + joined(end, [head, ...lines, event]));

const anyLyric = fc
  .tuple(anySeconds, fc.constantFrom('', '[01:40.50]', '<00:01.00> '), anyLineOf('<00:02.00>', ' <00:03.50> ', '[x]'))
  .map(([at, more, text]) => `[00:${two(at)}.00]${more}${text}`);
const lyricLines = anyBlocks(anyLyric, 6, '[00:10.00]', '[ar:Anna]', 'no stamp', '', '[00:11.00] <00:11.00>');
const anyLrc = fc
  .tuple(mark, anyLineEnd, fc.constantFrom('[ti:Song]\n', ''), lyricLines, anyLyric)
  .map(([bom, end, head, lines, lyric]) => bom + joined(end, [head, ...lines, lyric]));

/** Files of each format that the page reads; .srt has files of its own in test/srt-sample.ts. */
export const ANY_DOCUMENT = {
  vtt: anyVtt,
  ass: anyAss,
  sbv: anySbv,
  ttml: anyTtml,
  sub: anyMicroDvd,
  lrc: anyLrc,
};

/** What the formats write beside words. */
export const CODES = { vtt: vttCodes, ass: assCodes, ttml: ttmlCodes, sub: microDvdCodes };
export const ASS_HEAD = assHead;
