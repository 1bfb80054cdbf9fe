import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../test/growth.ts';
import { filled } from '../../test/worst-inputs.ts';
import { countsOf, scaleOf } from '../prices/text-counts.ts';
import { READING_SCHEMA, readingParts, readingRequest, readingRoom, readReading, USUAL_ROOM } from './film-reading.ts';
import { type FoundNotes, joinFound, NOTHING_FOUND, newRows, propose, takeAll, takeRow } from './found-notes.ts';
import { type FilmNotes, GENDERS, NO_NOTES } from './notes.ts';

type Gender = (typeof GENDERS)[number];
const person = (name: string, translation = '', gender: Gender = 'unknown', note = '') => ({
  ...{ name, translation, gender, note },
});
const address = (from: string, to: string, form: string) => ({ from, to, form });
const term = (source: string, translation = '', note = '') => ({ source, translation, note });

const FOUND: FoundNotes = {
  about: 'A film.',
  people: [person('Анна', 'Ana', 'female', 'a nurse'), person('Лев', 'Lev', 'male')],
  address: [address('Анна', 'Лев', 'informal')],
  terms: [term('муха', 'mosca', 'the plane'), term('GitHub')],
};

describe('the parts of a film', () => {
  const { weigh } = scaleOf('o200k');
  const countTokens = (text: string) => weigh(countsOf(text));
  const film = (count: number) =>
    Array.from({ length: count }, (_, at) => `Я не знаю, зачем ты мне\nвсё это говоришь, ${at}.`);

  test.each([
    [1_600, 1],
    [10_000, 4],
  ])('the parts of %i phrases have at most %i tokens', (count, most) => {
    const texts = film(count);
    const parts = readingParts(texts, { maxTokens: 60_000, countTokens });
    expect(parts.length).toBeLessThanOrEqual(most);
    expect(parts.flat()).toEqual(texts.map((text) => text.replace('\n', ' ')));
  });

  test('a part contains no tags, line breaks or blank lines', () => {
    const texts = ['<i>one</i>\r\n- two', ' \n ', '{\\an8}', '⟦1⟧three\u2028four'];
    expect(readingParts(texts, { maxTokens: 60_000, countTokens })).toEqual([['one - two', 'three four']]);
    expect(readingParts([], { maxTokens: 60_000, countTokens })).toEqual([]);
  });

  test('[D3.4] a part contains no direction marks', () => {
    const texts = ['\u200eone', '&lrm;- two\n&lrm;- three', '\u202b', 'four\u200f'];
    expect(readingParts(texts, { maxTokens: 60_000, countTokens })).toEqual([['one', '- two - three', 'four']]);
  });

  test('parts are filled up to the limit and keep the order of the lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (texts, maxTokens) => {
          const parts = readingParts(texts, { maxTokens, countTokens: (text) => text.length });
          const weightOf = (part: readonly string[]) => part.reduce((sum, text) => sum + text.length + 1, 0);
          expect(parts.flat()).toEqual(texts);
          for (const [at, part] of parts.entries()) {
            expect(part.length === 1 || weightOf(part) <= maxTokens).toBe(true);
            const [next] = parts[at + 1] ?? [];
            if (next !== undefined) expect(weightOf([...part, next])).toBeGreaterThan(maxTokens);
          }
        },
      ),
    );
  });
});

describe('[D15.8] the room in a request', () => {
  const { weigh } = scaleOf('o200k');
  const countTokens = (text: string) => weigh(countsOf(text));
  const rows = Array.from({ length: 400 }, (_, at) => ({ ...person(`Анна ${at}`, `Ana ${at}`, 'female', 'a nurse') }));
  const found: FoundNotes = { ...FOUND, about: 'x'.repeat(20_000), people: rows };

  test('a request has the usual room if the context size is unknown', () => expect(readingRoom()).toEqual(USUAL_ROOM));

  test.each([0, -1, -8_192, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 1, 255, 1e9, Number.MAX_SAFE_INTEGER])(
    '[D15.8] a request has the usual room if the context size is implausible: %d',
    (tokens) => expect(readingRoom(tokens)).toEqual(USUAL_ROOM),
  );

  test.each([4_096, 8_192, 32_768, 131_072, 1_048_576])('a request and its reply fit into %i tokens', (context) => {
    const room = readingRoom(context);
    if (!room) throw new Error('Too few.');
    const lines = Array.from({ length: 2_000 }, (_, at) => `Я не знаю, зачем ты мне всё это говоришь, ${at}.`);
    const [part = []] = readingParts(lines, { maxTokens: room.lines, countTokens });
    const { system, user } = readingRequest(part, found, { from: 'Russian', into: 'Portuguese' }, room.found);
    const sent = countTokens(system) + countTokens(user) + countTokens(JSON.stringify(READING_SCHEMA));
    expect(context - sent).toBeGreaterThanOrEqual(room.found);
    expect(user).toContain('Анна 0"');
    expect(user).not.toContain('xxx');
  });

  test.each([512, 2_048, 2_400])('%i tokens are too few for a request', (context) =>
    expect(readingRoom(context)).toBeUndefined(),
  );
});

test('a request contains the languages, earlier findings and lines', () => {
  const { system, user } = readingRequest(['Муха.', 'Да.'], FOUND, { from: 'Russian', into: 'Portuguese' });
  expect(system).toContain('in Russian');
  expect(system).toContain('in Portuguese');
  for (const name of ['about', 'people', 'address', 'terms', ...GENDERS]) expect(system).toContain(name);
  expect(user.endsWith('\n\nSubtitles:\nМуха.\nДа.')).toBe(true);
  expect(user).toContain(JSON.stringify(FOUND));
  expect(readingRequest(['x'], NOTHING_FOUND, { from: undefined, into: undefined }).user).toBe('Subtitles:\nx');
});

test('the schema is strict at all levels and matches the reader', () => {
  const { people, address: pairs, terms } = READING_SCHEMA.properties;
  for (const level of [READING_SCHEMA, people.items, pairs.items, terms.items]) {
    expect(level.additionalProperties).toBe(false);
    expect(level.required).toEqual(Object.keys(level.properties));
  }
  expect(Object.keys(READING_SCHEMA.properties)).toEqual(Object.keys(NOTHING_FOUND));
  expect(people.items.required).toEqual(Object.keys(person('')));
  expect(pairs.items.required).toEqual(Object.keys(address('', '', '')));
  expect(terms.items.required).toEqual(Object.keys(term('')));
});

describe('a reply', () => {
  const json = JSON.stringify(FOUND);
  const people = (...rows: readonly string[]) => `{"people":[${rows.join(',')}`;
  const row = (name: string) => JSON.stringify(person(name));
  test.each<readonly [what: string, reply: string, names: readonly string[], isWhole: boolean]>([
    ['in the requested format', json, ['Анна', 'Лев'], true],
    ['on many lines', JSON.stringify(FOUND, null, 2), ['Анна', 'Лев'], true],
    ['in a code fence', `\`\`\`json\n${json}\n\`\`\``, ['Анна', 'Лев'], true],
    ['with words around it', `Here {is} it:\n${json}\nDone {}.`, ['Анна', 'Лев'], true],
    ['with trailing commas', '{"people":[{"name":"A",},],}', ['A'], true],
    ['with a line break in a text', '{"people":[{"name":"A","note":"b\nc"}]}', ['A'], true],
    ['with an invalid escape', '{"people":[{"name":"A","note":"\\x"}]}', ['A'], true],
    ['with cells of other types', '{"people":[{"name":"A","gender":null,"note":12,"x":[1,{"y":true}]}]}', ['A'], true],
    ['that was cut off in a row', people(row('A'), row('B'), '{"name":"C","tra'), ['A', 'B'], false],
    ['that is damaged within a row', `${people(row('A'), '{"name":"he "B" x"}', row('C'))}]}`, ['A', 'C'], false],
    ['that is damaged within the first text', `{"about":"the "fly" film",${people(row('A')).slice(1)}]}`, ['A'], false],
    [
      'that is damaged at the end of a list',
      `{"terms":[{"source":"he "B" x"}],${people(row('A')).slice(1)}]}`,
      ['A'],
      false,
    ],
    ['that is another JSON value', '[1,2]', [], false],
    ['that consists of words', 'I cannot do that.', [], false],
    ['that is empty', '', [], false],
    ['with nested objects', '{"people":'.repeat(5_000), [], false],
    ['with nested lists', `{"people":${'['.repeat(50_000)}`, [], false],
    ['with another object beside it', '{"error":"no"}', [], false],
    [
      'with rows without names',
      '{"people":[{"name":" "},{"translation":"x"}],"terms":[{}],"address":[{"from":"A"}]}',
      [],
      true,
    ],
  ])('reads a reply %s', (_, reply, names, isWhole) => {
    const read = readReading(reply);
    expect(read.found.people.map(({ name }) => name)).toEqual(names);
    expect(read.isWhole).toBe(isWhole);
    if (names.length === 0) expect(read.found).toEqual(NOTHING_FOUND);
  });

  test('keeps every cell of a reply on one line', () => {
    expect(readReading(json)).toEqual({ found: FOUND, isWhole: true });
    expect(readReading('{"about":" a\\nb ","people":[{"name":" A\\n","gender":"f"}]}').found).toEqual({
      ...NOTHING_FOUND,
      about: 'a b',
      people: [person('A')],
    });
  });

  test('keeps the complete rows of a reply before a cut', () => {
    fc.assert(
      fc.property(fc.nat(json.length), fc.stringMatching(/^[a-z ]{0,5}$/), (at, rest) => {
        const { found, isWhole } = readReading(json.slice(0, at) + rest);
        expect(found.people).toEqual(FOUND.people.slice(0, found.people.length));
        const whole = FOUND.people.filter(
          (one) => json.indexOf(JSON.stringify(one)) + JSON.stringify(one).length <= at,
        );
        expect(found.people.length).toBeGreaterThanOrEqual(whole.length);
        if (at < json.length) expect(isWhole).toBe(false);
      }),
    );
  });

  test.each([
    ['lists', '['],
    ['objects with lists', '{"a":['],
    ['people', '{"people":[{"name":"A",'],
    ['escaped quotes', '\\"'],
    ['braces', '}'],
  ])('reads a reply in linear time with unclosed %s', (_, part) => {
    for (const end of ['', '}'])
      expectLinear((size) => {
        const { found, isWhole } = readReading(`${people(row('A'))},${filled(part, size)}${end}`);
        expect(found.people[0]?.name).toBe('A');
        expect(isWhole).toBe(false);
      });
  });

  test('never throws for any reply', () => {
    const anyReply = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '"people"', '"name"', '\\', 'a', '\n', '1'),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(anyReply, (parts) => {
        expect(() => readReading(parts.join(''))).not.toThrow();
      }),
    );
  });
});

const anyCell = fc.constantFrom('', ' ', 'A', 'a', 'B', 'b ', 'C');
const anyFound: fc.Arbitrary<FoundNotes> = fc.record({
  about: anyCell,
  people: fc.array(
    fc.record({ name: anyCell, translation: anyCell, gender: fc.constantFrom(...GENDERS), note: anyCell }),
    { maxLength: 4 },
  ),
  address: fc.array(fc.record({ from: anyCell, to: anyCell, form: anyCell }), { maxLength: 4 }),
  terms: fc.array(fc.record({ source: anyCell, translation: anyCell, note: anyCell }), { maxLength: 4 }),
});

describe('the findings of two parts', () => {
  test('findings are joined by name: empty cells are filled, notes are appended, contradicting rows both stay', () => {
    const next: FoundNotes = {
      about: 'In 1943.',
      people: [person(' анна', '', 'unknown', 'from Kiev'), person('Лев', 'Leo', 'male'), person('Нина')],
      address: [address('анна', 'лев', 'informal'), address('Лев', 'Анна', 'formal')],
      terms: [term('Муха', 'mosca', 'the plane'), term('github', 'o GitHub')],
    };
    expect(joinFound(FOUND, next)).toEqual({
      about: 'A film. In 1943.',
      people: [
        person('Анна', 'Ana', 'female', 'a nurse; from Kiev'),
        person('Лев', 'Lev', 'male'),
        person('Лев', 'Leo', 'male'),
        person('Нина'),
      ],
      address: [address('Анна', 'Лев', 'informal'), address('Лев', 'Анна', 'formal')],
      terms: [term('муха', 'mosca', 'the plane'), term('GitHub'), term('github', 'o GitHub')],
    });
  });

  test('joined findings lose no cell, and a second join changes nothing', () => {
    fc.assert(
      fc.property(anyFound, anyFound, (before, next) => {
        const joined = joinFound(before, next);
        expect(joinFound(joined, next)).toEqual(joined);
        expect(joinFound(NOTHING_FOUND, joined)).toEqual(joined);
        const words = (found: FoundNotes) =>
          new Set(
            found.people.flatMap(({ name, translation }) =>
              [name, translation].map((cell) => cell.trim().toLowerCase()),
            ),
          );
        for (const word of [...words(before), ...words(next)]) if (word !== '') expect(words(joined)).toContain(word);
      }),
    );
  });
});

describe('a proposal beside the notes', () => {
  const NOTES: FilmNotes = {
    ...NO_NOTES,
    people: [person('анна', 'Ana', 'female', 'a nurse'), person('Лев', 'Leão', 'unknown', 'old')],
    terms: [term('GitHub', '', 'a site')],
  };

  test('marks each row of a proposal as new, same or different', () => {
    expect(propose(NOTES, FOUND).map(({ kind, state, at }) => [kind, state, at])).toEqual([
      ['about', 'new', undefined],
      ['person', 'same', 0],
      ['person', 'differs', 1],
      ['address', 'new', undefined],
      ['term', 'new', undefined],
      ['term', 'same', 0],
    ]);
    expect(propose({ ...NOTES, about: 'Other.' }, FOUND)[0]).toMatchObject({ kind: 'about', state: 'differs' });
  });

  test('adds a row of a proposal, or replaces the row of its name but keeps cells that the proposal lacks', () => {
    const rows = propose(NOTES, FOUND);
    const taken = rows.reduce((notes, row) => takeRow(notes, row), NOTES);
    expect(taken).toEqual({
      ...FOUND,
      people: [NOTES.people[0], person('Лев', 'Lev', 'male', 'old')],
      terms: [term('GitHub', '', 'a site'), term('муха', 'mosca', 'the plane')],
      tellsSpeakers: true,
    });
    expect(takeRow(taken, { kind: 'term', row: term('GitHub', 'x') }).terms[0]).toEqual(term('GitHub', 'x', 'a site'));
    expect(takeRow(taken, { kind: 'address', row: address('анна', 'ЛЕВ', 'tu') }).address).toEqual([
      address('Анна', 'Лев', 'tu'),
    ]);
    expect(rows.reduce((notes, row) => takeRow(notes, row), taken)).toBe(taken);
  });

  test('leaves rows that differ when all suggestions are added, and a second time changes nothing', () => {
    expect(takeAll(NOTES, FOUND).people).toEqual(NOTES.people);
    expect(takeAll(NOTES, FOUND).terms.map(({ source }) => source)).toEqual(['GitHub', 'муха']);
    fc.assert(
      fc.property(anyFound, anyFound, (there, found) => {
        const notes = { ...NO_NOTES, ...there };
        const taken = takeAll(notes, found);
        expect(takeAll(taken, found)).toBe(taken);
        const added = (['people', 'address', 'terms'] as const).map(
          (table) => taken[table].length - there[table].length,
        );
        const isAboutNew = Number(taken.about !== notes.about);
        expect(newRows(notes, found)).toHaveLength(added.reduce((sum, rows) => sum + rows, isAboutNew));
        for (const table of ['people', 'address', 'terms'] as const) {
          expect(taken[table].slice(0, there[table].length)).toEqual(there[table]);
        }
        expect(propose(taken, found).every(({ state }) => state !== 'new')).toBe(true);
      }),
    );
  });
});

test('[D15.8] reads a gender in small or capital letters', () => {
  const reply =
    '{"people":[{"name":"Анна","translation":"Ana","gender":"Female","note":""},{"name":"Лев","gender":" MALE"}]}';
  expect(readReading(reply).found.people.map(({ gender }) => gender)).toEqual(['female', 'male']);
});
