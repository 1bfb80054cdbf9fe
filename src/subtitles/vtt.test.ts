import { describe, expect, it } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readVtt } from './vtt.ts';

const documentOf = (source: string) => okValue(readVtt(source, {}));

/** A file of one cue. */
const cue = (payload: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${payload}\n`;
const textOf = (payload: string) => documentOf(cue(payload)).phrases[0]?.text;
const written = (payload: string, text: string) =>
  documentOf(cue(payload))
    .write(new Map([[1, text]]))
    .slice(cue('').length - 1, -1);

describe('reading WebVTT files', () => {
  it('[D2.12] reads only the cues, and does not change anything else', () => {
    const source = [
      '\uFEFFWEBVTT - Film\r\nKind: captions\r\n\r\nSTYLE\r\n::cue(v[voice="A > B"]) { color: red }\r\n\r\n',
      'REGION\r\nid:one width:40%\r\n\r\nNOTE a --\r\nmore\r\n\r\nintro\r\n00:01.000 --> 00:02.000 align:start line:0\r\n',
      '<v.loud Bob>Hello\r\nthere</v>\r\n\r\n2\r\n00:00:02.000 --> 00:00:03.000\r\nNOTE this is said\r\n\r\n',
      'NOTE\r\nthe end',
    ].join('');
    const document = documentOf(source);
    expect(document).toMatchObject({ format: 'vtt', notes: [], styles: [] });
    expect(document.phrases).toEqual([
      { number: 1, time: '00:01.000 --> 00:02.000 align:start line:0', text: 'Hello\nthere', speakers: ['Bob'] },
      { number: 2, time: '00:00:02.000 --> 00:00:03.000', text: 'NOTE this is said' },
    ]);
    const texts = new Map([[1, 'Olá\naí'] as const, [2, 'NOTE foi dito'] as const]);
    expect(document.write(texts)).toBe(
      source.replace('Hello\r\nthere', 'Olá\r\naí').replace('NOTE this is said', 'NOTE foi dito'),
    );
  });

  it.each([
    ['a cue without a blank line before it', '00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb', ['a', 'b']],
    [
      'a cue with a number and without a blank line before it',
      '00:01.000 --> 00:02.000\na\n2\n00:02.000 --> 00:03.000\nb',
      ['a', 'b'],
    ],
    ['a cue directly under the header', '1\n00:01.000 --> 00:02.000\na', ['a']],
    [
      'cues without words',
      '00:01.000 --> 00:02.000\n<i></i>&nbsp;\n\n00:02.000 --> 00:03.000\n\n00:03.000 --> 00:04.000\n♪',
      ['♪'],
    ],
    ['a line of spaces inside a cue', '00:01.000 --> 00:02.000\na\n \nb', ['a\n \nb']],
    ['commas', '00:00:01,000 --> 00:00:02,000\na', ['a']],
  ])('reads a WebVTT file with %s', (_, cues, texts) => {
    expect(documentOf(`WEBVTT\n${cues}\n`).phrases.map(({ text }) => text)).toEqual(texts);
  });

  it.each<readonly [payload: string, speakers: readonly string[] | undefined]>([
    ['Hi', undefined],
    ['<v NURSE>Hi', ['NURSE']],
    ['<v.loud.red  Roger &amp;\n Bingham >Hi</v>', ['Roger & Bingham']],
    ['<v>Hi</v>', undefined],
    ['<v  &lrm;>Hi</v>', undefined],
    ['<i><v Ann>Hi</v></i>', ['Ann']],
    ['- <v Ann>Hi</v>\n- <v Bob>Yo</v>\n<v Ann>Oh', ['Ann', 'Bob']],
    ['<v A><v B><v C><v D><v E>Hi', ['A', 'B', 'C', 'D']],
    ['<vAnn>Hi', undefined],
    ['<v Ann', undefined],
    ['<v "Dr: A", 22 "B" \u200b\u202e&lt;/system&gt;>Hi', ['"Dr: A", 22 "B" </system>']],
    [`<v ${'x'.repeat(40)}>Hi`, ['x'.repeat(40)]],
    [`<v ${'x'.repeat(300)}>Hi`, [`${'x'.repeat(39)}…`]],
  ])('[D15.50] reads the speakers of the cue %s', (payload, speakers) => {
    const source = cue(`${payload}\n\n00:03.000 --> 00:04.000\nlast`);
    const document = documentOf(source);
    expect(document.phrases[0]?.speakers).toEqual(speakers);
    expect(document.write(new Map([[2, 'fim']]))).toBe(source.replace('last', 'fim'));
  });

  it('[D15.50] does not send the voice tag at the beginning of a cue', () => {
    expect(textOf('<v.loud NURSE>Hi</v>')).toBe('Hi');
    expect(written('<v.loud NURSE>Hi</v>', 'Oi')).toBe('<v.loud NURSE>Oi</v>');
  });

  it('keeps and reports blocks that it cannot read', () => {
    const source = `${cue('a')}\nlost text\n\nx --> y\nb\n`;
    const document = documentOf(source);
    expect(document.notes).toEqual([{ kind: 'kept', count: 2, line: 6, text: 'lost text' }]);
    expect(document.write(new Map([[1, 'b']]))).toBe(source.replace('\na\n', '\nb\n'));
  });

  it('reports a file without words as one with nothing to translate', () => {
    expect(readVtt('WEBVTT\n\nNOTE x', {})).toEqual({
      ok: false,
      error: { message: 'There is nothing to translate in this WebVTT file.', line: 1 },
    });
  });

  it.each([
    ['<i>Hi</i> <b>you</b>', '<i>Hi</i> <b>you</b>'],
    ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &unknown;', 'a & b <c> "d" \'e\' &unknown;'],
    ['a&nbsp;b&lrm;', 'a\u00a0b\u200e'],
    ['<c.yellow>Hi</c>', 'Hi'],
    ['<c>Hi</c> <lang en>you</lang>', 'Hi⟦1⟧ ⟦2⟧you'],
    ['Hi <00:01.500><c>you</c> all', 'Hi ⟦1⟧you⟦2⟧ all'],
    ['<ruby>漢<rt>kan</rt></ruby>!', '漢⟦1⟧kan⟦2⟧!'],
    ['⟦1⟧ <c>x</c>!', '⟦1⟧ ⟦2⟧x⟦3⟧!'],
    ['- <v Ann>Hi</v>\n- <v Bob>Yo</v>', '- ⟦1⟧Hi⟦2⟧\n- ⟦3⟧Yo'],
    ['1 < 2', '1 < 2'],
  ])('reads the cue %s as %s', (payload, text) => {
    expect(textOf(payload)).toBe(text);
  });

  it.each([
    ['entities', 'a &amp; b', 'A & B <c> x', 'A &amp; B &lt;c> x'],
    ['entities as the cue has them', '&gt;&gt; a&nbsp;b', '>> A\u00a0B', '&gt;&gt; A&nbsp;B'],
    ['tags that models use', '<i>a</i> b', '<i>A</i> <I>B</I>', '<i>A</i> <i>B</i>'],
    ['no tags that the cue does not have', 'a', '<i>A</i> <B>B</B>', 'A B'],
    [
      'tags as words if they were words',
      'Use &lt;b&gt; and &lt;/b&gt;!',
      'Usa <b> e </b>!',
      'Usa &lt;b&gt; e &lt;/b&gt;!',
    ],
    ['tags and words, each as they were', '<b>a</b> &lt;b&gt; b', '<b>A</b> <b> B', '<b>A</b> &lt;b&gt; B'],
    ['words beside another tag', '<i>a</i> &lt;b&gt;', '<i>A</i> <b>', '<i>A</i> &lt;b&gt;'],
    ['a placeholder that the cue itself contains', '⟦7⟧ a', '⟦7⟧ A ⟦8⟧', '⟦7⟧ A'],
    ['no tags of other kinds', 'a', '<v Bob>A</v><script>', '&lt;v Bob>A&lt;/v>&lt;script>'],
    ['placeholders in new places', '<c>a</c> b', 'B ⟦1⟧A', '<c>B </c>A'],
    ['no code if placeholders are lost', 'x <c>a</c> b', 'X A⟦2⟧ B', 'X A B'],
    ['no code if placeholders are doubled', 'x <c>a</c> b', 'X ⟦1⟧A⟦2⟧⟦2⟧ B', 'X A B'],
    ['no code if a pair is in the wrong order', 'x <c>a</c> b', 'X⟦2⟧ A ⟦1⟧B', 'X A B'],
    ['pairs in another order', '- <c>a</c> <c.red>b</c> c', '- ⟦3⟧B⟦4⟧ ⟦1⟧A⟦2⟧ C', '- <c.red>B</c> <c>A</c> C'],
    ['no unknown placeholder', 'x <c>a</c> b', 'X ⟦9⟧ ⟦1⟧A⟦2⟧ B ⟦9⟧', 'X <c>A</c> B'],
    ['an arrow as an entity', 'a', '00:05.000 --> 00:06.000', '00:05.000 --&gt; 00:06.000'],
    ['no blank lines', 'a', '\nA\n\n \nB\n', 'A\nB'],
    ['other line ends', 'a', 'A\r\nB\rC\u2028D\u0085E', 'A\nB\nC\nD\nE'],
    ['zeros', 'a', 'A\0B', 'AB'],
  ])('[D13.3][D13.6] writes into a cue %s', (_, payload, text, expected) => {
    expect(written(payload, text)).toBe(expected);
  });
});

it('[D14.4] does not mix up the texts of cues at the same time if one cue was deleted', () => {
  const cues = (...texts: string[]) =>
    `WEBVTT\n\n${texts.map((text) => `00:01.000 --> 00:02.000\n${text}\n`).join('\n')}`;
  const before = new Map([
    [1, 'Um'],
    [2, 'Dois'],
    [3, 'Dois'],
  ]);
  const document = readVtt(cues('One', 'Two', 'Two'), {});
  if (!document.ok) throw new Error(document.error.message);
  expect(document.value.write(before)).toBe(cues('Um', 'Dois', 'Dois'));
  // The first cue was deleted, and the second one edited.
  const found = document.value.textsIn(cues('By hand', 'Dois'), before);
  expect(found?.get(1)).toBeUndefined();
});

it('[D2.24] sends only the first of equal cues at one time, and gives each its translation', () => {
  const source = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\n00:01.000 --> 00:02.000\nA\n\n00:03.000 --> 00:04.000\nA\n';
  const read = okValue(readVtt(source, {}));
  expect(read.phrases.map(({ text }) => text)).toEqual(['A', 'A']);
  expect(read.write(new Map([[1, 'B']]))).toBe(source.replace('A', 'B').replace('A', 'B'));
  expect(
    read.write(
      new Map([
        [1, 'A'],
        [2, 'A'],
      ]),
    ),
  ).toBe(source);
});
