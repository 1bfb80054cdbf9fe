import { expect, it, test } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readTtml } from './ttml.ts';

const TT = 'xmlns="http://www.w3.org/ns/ttml" xml:lang="en"';
const film = (body: string, more = '', head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt ${TT}${more}>${head}<body><div>${body}</div></body></tt>\n`;
const read = (source: string) => okValue(readTtml(source, {}));

it.each<[string, string, string, string]>([
  ['00:00:01.500', '00:00:02.000', '', '00:00:01.500 --> 00:00:02.000'],
  ['00:00:01:12', '00:00:02:00', ' ttp:frameRate="25"', '00:00:01.480 --> 00:00:02.000'],
  ['1.5s', '2000ms', '', '00:00:01.500 --> 00:00:02.000'],
  ['0.5m', '1h', '', '00:00:30.000 --> 01:00:00.000'],
  ['24f', '48f', ' ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', '00:00:01.001 --> 00:00:02.002'],
  ['10000000t', '20000000t', ' ttp:tickRate="10000000"', '00:00:01.000 --> 00:00:02.000'],
])('[D13.11] reads the times %s to %s of a TTML document with%s as %s', (begin, end, rates, time) => {
  expect(read(film(`<p begin="${begin}" end="${end}">Hi</p>`, rates)).phrases[0]?.time).toBe(time);
});

it.each<[string, string, string, string, string]>([
  ['a text', 'Hello', 'Hello', 'Olá', 'Olá'],
  ['<br/>', 'One<br/>two', 'One\ntwo', 'Um\ndois\ntrês', 'Um<br/>dois<br/>três'],
  ['<br></br>', 'One<br></br>two', 'One\ntwo', 'Um\ndois', 'Um<br></br>dois'],
  ['line breaks of the document', '\n  One\n  two\n', 'One two', 'Um dois', '\n  Um dois\n'],
  ['entities', 'a &amp; b &lt;3 &#233;', 'a & b <3 é', 'é & <3', 'é &amp; &lt;3'],
  ['an entity of the document’s own DTD', 'a &co; b', 'a &co; b', 'x &co; y', 'x &co; y'],
  ['a reference to an unknown entity', 'a b', 'a b', '&co; R&D; x', '&amp;co; R&amp;D; x'],
  ['a CDATA section', '<![CDATA[a & b]]>', 'a & b', 'b & a', 'b &amp; a'],
  ['a span around the text', '<span style="s1">One</span>', 'One', 'Um', '<span style="s1">Um</span>'],
  [
    'a span inside the text',
    'So <span tts:fontStyle="italic">it</span> is',
    'So ⟦1⟧it⟦2⟧ is',
    'É ⟦1⟧isso⟦2⟧',
    'É <span tts:fontStyle="italic">isso</span>',
  ],
  ['a span that the reply lacks', 'So <span>it</span> is', 'So ⟦1⟧it⟦2⟧ is', 'É isso', 'É isso'],
  ['a span whose placeholders the reply swaps', 'So <span>it</span> is', 'So ⟦1⟧it⟦2⟧ is', '⟦2⟧É⟦1⟧', 'É'],
  [
    'a span in each line',
    '<span a="1">One</span><br/><span a="1">two</span>',
    'One\ntwo',
    'Um\ndois',
    '<span a="1">Um</span><br/><span a="1">dois</span>',
  ],
  ['metadata', '<metadata><x>no</x></metadata>One', 'One', 'Um', '<metadata><x>no</x></metadata>Um'],
  [
    'a ruby text',
    '<span tts:ruby="base">漢</span><span tts:ruby="text">かん</span>字',
    '⟦1⟧漢⟦2⟧字',
    '⟦1⟧文⟦2⟧字',
    '<span tts:ruby="base">文</span><span tts:ruby="text">かん</span>字',
  ],
  ['a ruby text by its style', '<span style="r">かん</span>字', '字', '文', '<span style="r">かん</span>文'],
  ['a comment', 'One<!-- x > y --> two', 'One⟦1⟧ two', 'Um⟦1⟧', 'Um<!-- x > y -->'],
  ['tags that only the reply has', 'One', 'One', '<i>Um</i> <b>', 'Um '],
])(
  '[D13.11] reads a TTML phrase with %s, %j, as %j, and writes the translation %j as %j',
  (_, raw, text, translation, written) => {
    const head = '<head><styling><style xml:id="r" tts:ruby="text"/></styling></head>';
    const document = (inner: string) => film(`<p begin="1s" end="2s">${inner}</p>`, '', head);
    const file = read(document(raw));
    expect(file.phrases.map((phrase) => phrase.text)).toEqual([text]);
    expect(file.write(new Map([[1, text]]))).toBe(document(raw));
    expect(file.write(new Map([[1, translation]]))).toBe(document(written));
  },
);

it.each<[string, string, readonly string[]]>([
  ['in several divs', '<p begin="1s" end="2s">One</p></div><div><p begin="3s" end="4s">Two</p>', ['One', 'Two']],
  [
    'in spans with times of their own',
    '<p begin="5s"><span begin="0s" end="1s">One two</span><span begin="1s" end="2s">three four</span></p>',
    ['One two', 'three four'],
  ],
  [
    'whose words are highlighted one by one',
    '<p begin="5s" end="9s"><span begin="0s">One</span> <span begin="1s">two</span> <span begin="2s">three</span></p>',
    ['One two three'],
  ],
  ['whose line breaks are preserved', '<p begin="1s" end="2s" xml:space="preserve">One\ntwo</p>', ['One\ntwo']],
  ['with a prefix', '<tt:p begin="1s" end="2s">One<tt:br/>two</tt:p>', ['One\ntwo']],
])('[D13.11] reads TTML phrases %s', (_, body, texts) => {
  expect(read(film(body)).phrases.map(({ text }) => text)).toEqual(texts);
});

test('[D13.11] writes line breaks with the prefix of the document', () => {
  const source = film('<tt:p begin="1s" end="2s">One</tt:p>');
  expect(read(source).write(new Map([[1, 'Um\ndois']]))).toContain('>Um<tt:br/>dois<');
});

test('[D13.11] shows a phrase without an end until the next phrase', () => {
  const { phrases } = read(film('<p begin="1s">One</p><p begin="3s">Two</p>'));
  expect(phrases.map(({ time }) => time)).toEqual(['00:00:01.000 --> 00:00:03.000', '00:00:03.000 --> 00:00:06.000']);
});

it.each<[string, string, number, string]>([
  [
    'an end tag without a beginning',
    '<p begin="1s" end="2s">One</p>\n</span><p begin="3s" end="4s">Two</p>',
    3,
    '</span>',
  ],
  ['a phrase without an end tag', '<p begin="1s" end="2s">One\n<p begin="3s" end="4s">Two</p>', 3, '<p begin="3s"'],
  ['a bare &', '<p begin="1s" end="2s">One &\n Co</p>', 2, 'One &'],
  ['a bare <', '<p begin="1s" end="2s">1 < 2</p>', 2, '1 < 2'],
])('[D13.11] reports %s in a TTML document with its line', (_, body, line, text) => {
  const { notes, phrases } = read(film(body));
  expect(phrases.length).toBeGreaterThan(0);
  expect(notes).toEqual([{ kind: 'damaged', line, text: expect.stringContaining(text) }]);
});

test('[D13.11] reads a document that is cut off as far as possible, and reports the cut', () => {
  const source = film('<p begin="1s" end="2s">One</p>\n<p begin="3s" end="4s">Two');
  const { notes, phrases } = read(source.slice(0, source.indexOf('Two') + 2));
  expect(phrases.map(({ text }) => text)).toEqual(['One', 'Tw']);
  expect(notes).toEqual([{ kind: 'damaged', line: 3, text: '<p begin="3s" end="4s">Tw' }]);
});

test('[D13.11] keeps and reports a phrase without a readable time', () => {
  const { notes, phrases } = read(film('<p begin="soon">One</p><p begin="1s" end="2s">Two</p>'));
  expect(phrases.map(({ text }) => text)).toEqual(['Two']);
  expect(notes).toEqual([expect.objectContaining({ kind: 'kept', count: 1, line: 2 })]);
});

test('does not report a whole document as damaged', () => {
  expect(read(film('<p begin="1s" end="2s">A &amp; b &#x41; &nbsp; x > y<br/></p><!-- a <p> & b -->')).notes).toEqual(
    [],
  );
});

test('[D13.12] does not read an attribute of another vocabulary as a time', () => {
  for (const times of ['begin="1s" end="2s" x:begin="5s"', 'x:begin="5s" begin="1s" end="2s"'])
    expect(read(film(`<p ${times}>One</p>`)).phrases[0]?.time).toBe('00:00:01.000 --> 00:00:02.000');
});

test('[D2.12] writes line breaks without closing a span whose placeholder is missing', () => {
  const ruby = '<span tts:ruby="text">kan</span>';
  const { write } = read(film(`<p begin="1s" end="2s">One${ruby}<br/>${ruby}two</p>`));
  const written = write(new Map([[1, 'Um\ndois']]));
  expect(written).toContain('<p begin="1s" end="2s">Um<br/>dois</p>');
  expect(read(written).notes).toEqual([]);
});
