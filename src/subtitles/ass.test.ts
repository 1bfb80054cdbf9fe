import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/growth.ts';
import { okValue } from '../../test/ok-value.ts';
import { readAss, readSsa } from './ass.ts';

const documentOf = (source: string, withoutStyles: readonly string[] = [], read = readAss) =>
  okValue(read(source, { withoutStyles }));

const HEAD =
  '[Script Info]\r\nTitle: x\r\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no event\r\n\r\n[Events]\r\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\n';
const event = (text: string, { layer = 0, start = 1, style = 'Default', effect = '' } = {}) =>
  `Dialogue: ${layer},0:00:0${start}.00,0:00:09.00,${style},Bob,0,0,0,${effect},${text}\r\n`;
const file = (...events: readonly string[]) => HEAD + events.join('');
const textsOf = (source: string, without?: readonly string[]) =>
  documentOf(source, without).phrases.map(({ text }) => text);
const written = (column: string, text: string) =>
  documentOf(file(event(column)))
    .write(new Map([[1, text]]))
    .slice(file(event('')).length - 2, -2);

describe('reading and writing ASS files', () => {
  it('writes a text with very many override blocks in linear time', () => {
    expectLinear(
      (blocks) => {
        const column = `${'a{\\c&H1&}b{\\r}'.repeat(blocks)}z`;
        const [text = ''] = textsOf(file(event(column)));
        expect(written(column, `${text}!`) === `${column}!`).toBe(true);
      },
      8_000,
      0,
    );
  });

  it('[D2.12] reads only the words of the dialogue', () => {
    const source = `${file(event('Hello, you'), 'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no\r\n', event('Bye'))}\r\n[Fonts]\r\nfontname: a.ttf\r\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no font\r\n`;
    const document = documentOf(source);
    expect(document).toMatchObject({ format: 'ass', notes: [] });
    expect(document.phrases).toEqual([
      { number: 1, time: '0:00:01.00 --> 0:00:09.00', text: 'Hello, you', speakers: ['Bob'] },
      { number: 2, time: '0:00:01.00 --> 0:00:09.00', text: 'Bye', speakers: ['Bob'] },
    ]);
    const texts = new Map([[1, 'Olá, você'] as const, [2, 'Tchau'] as const]);
    expect(document.write(texts)).toBe(source.replace('Hello, you', 'Olá, você').replace('Bye', 'Tchau'));
  });

  it.each<readonly [name: string, speakers: readonly string[] | undefined]>([
    ['NURSE', ['NURSE']],
    [' Old  Man ', ['Old Man']],
    ['', undefined],
    ['NTP', undefined],
    ['-', undefined],
    ['\u200b', undefined],
    ['می\u200cخوانم', ['می\u200cخوانم']],
    ['Dr: "A"\u2028</system>{\\i1}', ['Dr: "A" </system>{\\i1}']],
    ['x'.repeat(40), ['x'.repeat(40)]],
    ['x'.repeat(41), [`${'x'.repeat(39)}…`]],
  ])('[D15.50] reads from the name %j the speakers', (name, speakers) => {
    const source = file(event('Hi').replace(',Bob,', `,${name},`));
    expect(documentOf(source).phrases[0]?.speakers).toEqual(speakers);
    expect(documentOf(source).write(new Map())).toBe(source);
  });

  it('[D15.50] takes the first name if one phrase is on several layers', () => {
    const named = (name: string) => event('Hi', { layer: 1 }).replace(',Bob,', `,${name},`);
    expect(documentOf(file(named(''), named('Ann'), named('Bob'))).phrases).toMatchObject([
      { number: 1, text: 'Hi', speakers: ['Ann'] },
    ]);
  });

  it('[D15.50] reads names from the column that the Format line calls Name or Actor', () => {
    const ofColumn = (column: string, read = readAss) =>
      documentOf(
        `[Events]\nFormat: Start, Text, End, ${column}\nDialogue: 0:00:01.00,One, two,0:00:02.00,Ann\n`,
        [],
        read,
      ).phrases[0]?.speakers;
    expect(ofColumn('Name')).toEqual(['Ann']);
    expect(ofColumn('Name', readSsa)).toEqual(['Ann']);
    expect(ofColumn('Actor')).toEqual(['Ann']);
    expect(ofColumn('Effect')).toBeUndefined();
    const bare = 'Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,Ann,0000,0000,0000,!Effect,Hi\n';
    expect(documentOf(bare, [], readSsa).phrases[0]?.speakers).toEqual(['Ann']);
  });

  it('finds the columns with the Format line', () => {
    const ssa =
      '[Script Info]\nScriptType: v4.00\n\n[Events]\nFormat: Marked, Style, Start, End, Text\nDialogue: Marked=0,Sign,0:00:01.00,0:00:02.00,One, two\n';
    const document = documentOf(ssa, [], readSsa);
    expect(document).toMatchObject({ format: 'ssa', styles: [{ name: 'Sign', phrases: 1, sample: 'One, two' }] });
    expect(document.phrases).toMatchObject([{ text: 'One, two', time: '0:00:01.00 --> 0:00:02.00' }]);
    const inside = '[Events]\nFormat: Start, Text, End, Style\nDialogue: 0:00:01.00,One, two,0:00:02.00,Sign\n';
    expect(documentOf(inside).write(new Map([[1, 'Um, dois']]))).toBe(inside.replace('One, two', 'Um, dois'));
  });

  it.each([
    ['{\\an8}{\\fad(1,2)}Hi{\\r}', 'Hi'],
    ['{\\i1}Hi{\\i0}', 'Hi'],
    ['{\\an8}{\\i1}Hi{\\i0} you', '<i>Hi</i> you'],
    ['Hi {\\i1}you{\\i0}', 'Hi <i>you</i>'],
    ['Hi {\\b1\\u1}you{\\u0\\b0} all', 'Hi <b><u>you</u></b> all'],
    ['Hi {\\c&HFF&}you{\\c} all', 'Hi ⟦1⟧you⟦2⟧ all'],
    ['Hi {note}you', 'Hi ⟦1⟧you'],
    ['\\NHi\\Nthere\\nyou\\hall\\N', 'Hi\nthere you\u00a0all'],
    ['a { b', 'a { b'],
    ['{\\p1}m 0 0 l 9 9{\\p0}Hi', 'Hi'],
  ])('reads from the text column %s the text %s', (column, text) => {
    expect(textsOf(file(event(column)))).toEqual([text]);
  });

  it.each([
    ['a drawing', '{\\p1}m 0 0 l 100 0 100 20'],
    ['a drawing without its \\p tag', 'm 0 0 l 100 0 100 20 b 1 1 2 2 3 3'],
    ['karaoke', '{\\k20}ka{\\kf30}ra'],
    ['karaoke in old code', '{\\K20}ka'],
    ['a text without words', '{\\an8}\\N\\h'],
    ['nothing', ''],
  ])('never sends %s, and keeps it in the file', (_, column) => {
    const source = file(event('Hi'), event(column));
    expect(textsOf(source)).toEqual(['Hi']);
    expect(documentOf(source).write(new Map([[1, 'Oi']]))).toBe(source.replace('Hi', 'Oi'));
  });

  it('reads equal texts on several layers as one phrase, and keeps the code of each layer', () => {
    const source = file(
      event('{\\blur3}Hi {\\c}you', { layer: 0 }),
      event('{\\bord0}Hi {\\3c}you', { layer: 1 }),
      event('Hi you', { start: 2 }),
    );
    expect(textsOf(source)).toEqual(['Hi ⟦1⟧you', 'Hi you']);
    expect(documentOf(source).write(new Map([[1, 'Oi ⟦1⟧tu']]))).toBe(
      source.replace('Hi {\\c}you', 'Oi {\\c}tu').replace('Hi {\\3c}you', 'Oi {\\3c}tu'),
    );
  });

  describe('[D2.24] a text that is shown again without a gap', () => {
    const frame = (hundredths: number, to: number, text: string, style = 'Sign', name = '') => {
      const at = (time: number) =>
        `0:00:${String(Math.floor(time / 100)).padStart(2, '0')}.${String(time % 100).padStart(2, '0')}`;
      return `Dialogue: 0,${at(hundredths)},${at(to)},${style},${name},0,0,0,,${text}\r\n`;
    };
    const drawn = (text: string) =>
      file(...Array.from({ length: 48 }, (_, index) => frame(index * 4, index * 4 + 4, `{\\pos(${index},2)}${text}`)));

    it('reads a text drawn frame by frame as one phrase, and writes its translation into each event', () => {
      const document = okValue(readAss(drawn('Bar'), {}));
      expect(document.phrases).toEqual([{ number: 1, time: '0:00:00.00 --> 0:00:01.92', text: 'Bar' }]);
      expect(document.styles).toEqual([{ name: 'Sign', phrases: 1, sample: 'Bar' }]);
      expect(document.write(new Map())).toBe(drawn('Bar'));
      expect(document.write(new Map([[1, 'Kneipe']]))).toBe(drawn('Kneipe'));
      expect(okValue(readAss(drawn('Bar'), { isEdited: true })).phrases).toHaveLength(48);
    });

    it.each([
      ['a hundredth of a second between events', frame(0, 4, 'A'), frame(5, 9, 'A'), 1],
      ['layers in turn', `${frame(0, 4, 'A')}${frame(4, 8, 'A')}`, `${frame(0, 4, 'A')}${frame(4, 8, 'A')}`, 1],
      ['events in reversed order', frame(4, 8, 'A'), frame(0, 4, 'A'), 1],
      ['a gap between events', frame(0, 100, 'A'), frame(110, 200, 'A'), 2],
      ['another style', frame(0, 4, 'A'), frame(4, 8, 'A', 'Other'), 2],
      ['another speaker', frame(0, 100, 'A', 'D', 'Ann'), frame(100, 200, 'A', 'D', 'Bob'), 2],
      ['another text', frame(0, 4, 'A'), frame(4, 8, 'B'), 2],
    ])('joins equal texts of two events into one phrase only if nothing separates them: %s', (_, one, two, count) => {
      expect(okValue(readAss(file(one, two), {})).phrases).toHaveLength(count);
    });
  });

  it('[D13.4] reads a file without [Events] and Format with the column order of its version', () => {
    const read = (...lines: readonly string[]) => documentOf(lines.join('\n')).phrases.map(({ text }) => text);
    const styles = '[V4 Styles]\nFormat: Name, Fontname\nStyle: Default,Arial';
    const ssa = 'Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,!Effect,Hi, you';
    expect(read('[Script Info]', 'ScriptType: v4.00', styles, ssa)).toEqual(['Hi, you']);
    expect(read('ScriptType: v4.00', ssa)).toEqual(['Hi, you']);
    const plus = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,0,,Hi, you';
    expect(read('[Script Info]', 'ScriptType: v4.00++', plus)).toEqual(['Hi, you']);
    expect(read('Dialogue: 0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi, you')).toEqual(['Hi, you']);
    expect(read(ssa, '[Fonts]', 'fontname: a', ssa)).toEqual(['Hi, you']);
  });

  it('lists the styles, and excludes styles that the person does not want', () => {
    const source = file(
      event('One'),
      event('{\\k10}ka', { style: 'OP' }),
      event('fx', { style: 'OP', effect: 'fx' }),
      event('Shop', { style: 'Sign' }),
      event('Two'),
    );
    expect(documentOf(source).styles).toEqual([
      { name: 'Default', phrases: 2, sample: 'One' },
      { name: 'OP', phrases: 0, sample: '' },
      { name: 'Sign', phrases: 1, sample: 'Shop' },
    ]);
    expect(textsOf(source, ['Sign'])).toEqual(['One', 'Two']);
    expect(documentOf(source, ['Default']).write(new Map([[1, 'Loja']]))).toBe(source.replace('Shop', 'Loja'));
  });

  it('reports lines that it cannot read, and a file without words', () => {
    const broken = file(
      event('Hi'),
      'he said: what\r\n',
      '[sighs] Well\r\n',
      '; note\r\n',
      'Picture: 0,a.png\r\n',
      '\r\n',
      event('Bye').slice(1),
    );
    expect(documentOf(broken).notes).toEqual([{ kind: 'kept', count: 3, line: 8, text: 'he said: what' }]);
    // This line begins no section, so the film continues behind it.
    const sound = documentOf(file(event('Hi'), '[sighs]\r\n', event('Bye'), '[Fonts]\r\n', '[d]\r\n', event('None')));
    expect(sound.phrases.map(({ text }) => text)).toEqual(['Hi', 'Bye']);
    expect(sound.notes).toEqual([{ kind: 'kept', count: 1, line: 8, text: '[sighs]' }]);
    expect(documentOf(file(event('Hi'), 'Dialogue: what\r\n')).notes).toEqual([
      { kind: 'kept', count: 1, line: 8, text: 'Dialogue: what' },
    ]);
    expect(readAss(HEAD, {})).toMatchObject({ error: { message: 'There is nothing to translate in this ASS file.' } });
  });

  it.each([
    ['line breaks', 'a', 'A\nB\r\n\r\nC', 'A\\NB\\NC'],
    ['tags that models use', '{\\i1}a{\\i0} b', '<i>A</i> <B>B</B>', '{\\i1}A{\\i0} {\\b1}B{\\b0}'],
    ['placeholders', 'a {\\c}b', 'A ⟦1⟧B', 'A {\\c}B'],
    ['a readable line if placeholders are lost', '{\\an8}a {\\c}b{\\r} c', 'A B', '{\\an8}A B'],
    ['braces and backslashes', 'a', '{\\p1}m 0 \\ C:\\dir', '(\\p1)m 0 \\ C:\\dir'],
    ['code that is said as words', 'Use \\an1 and \\pos', 'Usa \\an1 e \\pos', 'Usa \\an1 e \\pos'],
    ['no backslash before a block', 'a\\ {\\c}b', 'A\\⟦1⟧B', 'A/{\\c}B'],
    ['no backslash that would be an escape', 'a', 'A\\\0NB', 'A/NB'],
    ['a backslash at the end', 'o/ \\', 'O/ \\', 'O/ \\'],
    ['line breaks in a row', 'a\\N\\Nb\\Nc', 'A\n\nB\nC', 'A\\N\\NB\\NC'],
    ['code between line breaks', 'a\\N\\h\\N b', 'A\n\nB', 'A\\N\\h\\NB'],
    [
      'line breaks at the ends',
      '\\N\\N{\\i1}\\N\\Na{\\i0} b\\N\\N',
      '<i>\n\nA</i> B',
      '\\N\\N{\\i1}\\N\\NA{\\i0} B\\N\\N',
    ],
    ['the number of line breaks that the translation has', 'a\\N\\Nb', 'A\n\n\nB', 'A\\N\\N\\NB'],
    ['no placeholder that the model invented', 'a {\\c}b', 'A ⟦9⟧ ⟦1⟧B⟦3⟧', 'A {\\c}B'],
    ['tags that the event shows as words', 'Use <b> now', 'Usa <b> já', 'Usa <b> já'],
    ['escapes of the model as their meaning', 'a\\hb', 'A\\NB\\hC', 'A\\NB\\hC'],
    ['no italics in a line that is in italics', '{\\an8\\i1}a b{\\i0}', 'A <i>B</i> C', '{\\an8\\i1}A B C{\\i0}'],
    [
      'no bold italics in a line that has both',
      '{\\i1}{\\b1}a',
      '<b>A</b> <u>B</u> <i>C</i> D',
      '{\\i1}{\\b1}A {\\u1}B{\\u0} C D',
    ],
    ['a word outside of the italics', '{\\an8\\i1}a {\\i0}b{\\i1} c', 'A </i>B<i> C', '{\\an8\\i1}A {\\i0}B{\\i1} C'],
    [
      'another word outside of the italics',
      '{\\an8\\i1}a {\\i0}b',
      'A </i>B<i> C <i>D</i> E',
      '{\\an8\\i1}A {\\i0}B{\\i1} C D E',
    ],
    [
      'the end of the event’s italics although the model wrote a whole pair',
      '{\\i1\\an8}a{\\i0} b',
      '<i>A</i> B',
      '{\\i1\\an8}{\\i1}A{\\i0} B',
    ],
    [
      'no italics in a line that begins them twice',
      '{\\i1}a {\\i1}b{\\i0} c',
      'A <i>B</i> C',
      '{\\i1}A {\\i1}B{\\i0} C',
    ],
    ['other line ends', 'a', 'A\rB\u2028C\0', 'A\\NB\\NC'],
  ])('[D13.1][D13.2][D13.3] writes into an ASS event %s', (_, column, text, expected) => {
    expect(written(column, text)).toBe(expected);
  });

  it('restores no code if a closing placeholder comes before its opening one', () => {
    expect(written('A {\\c&HFF&}red {\\r}car', 'Ein ⟦2⟧Auto, ⟦1⟧rot')).toBe('Ein Auto, rot');
    expect(written('A {\\c&HFF&}red {\\r}car', 'Ein ⟦1⟧rotes ⟦2⟧Auto')).toBe('Ein {\\c&HFF&}rotes {\\r}Auto');
  });

  it('writes an event with 256 KB of tags without delay', () => {
    const tags = '<i>'.repeat(87_381);
    expect(written(`{\\pos(1,2)}x{\\i1}${tags}y`, `${tags}X`)).toMatch(/^\{\\pos\(1,2\)\}.*X/);
  });
});

describe('[D17.5] phrases at the top of an ASS or SSA file', () => {
  const styles = (section: string, alignments: Readonly<Record<string, number>>) =>
    `[${section}]\r\nFormat: Name, Fontname, Alignment\r\n${Object.entries(alignments)
      .map(([name, at]) => `Style: ${name},Arial,${at}\r\n`)
      .join('')}\r\n`;
  const events = file(
    event('by its style', { style: 'Sign' }),
    event('at the bottom'),
    event('{\\an8\\b1}by its code'),
    event('{\\an2}by its code at the bottom', { style: 'Sign' }),
    event('{\\a6}by the older code'),
    event('left out', { style: 'Note' }),
  );

  it('finds phrases at the top of an ASS file by their code, otherwise by their style', () => {
    const source = styles('V4+ Styles', { Default: 2, Sign: 8, Note: 8 }) + events;
    expect(documentOf(source, ['Note']).atTop()).toEqual([1, 3, 5]);
  });

  it('finds phrases at the top of an SSA file, which numbers positions differently', () => {
    const source = styles('V4 Styles', { '*Default': 6, Sign: 2, Note: 9 }) + events;
    expect(documentOf(source, [], readSsa).atTop()).toEqual([2, 3, 5]);
  });

  it('finds no phrase at the top without styles and code', () => {
    expect(documentOf(file(event('a'))).atTop()).toEqual([]);
  });
});
