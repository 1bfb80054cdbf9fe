import { describe, expect, test } from 'vitest';
import { EN_DE } from '../../../test/noted-films/en-de.ts';
import { linesOfFilm, type NotedFilm, notesOfFilm } from '../../../test/noted-films/noted-film.ts';
import { RU_PT } from '../../../test/noted-films/ru-pt.ts';
import { lineOf } from '../../../test/review-film.ts';
import type { FilmNotes } from '../../notes/notes.ts';
import type { Line } from '../line.ts';
import { createNotesSearch, type NotedLanguages, type NotedLine } from './notes-differ.ts';

const BATCH = 20;

function judged(lines: readonly Line[], notes: FilmNotes, languages: NotedLanguages, search = createNotesSearch()) {
  search.use({ notes, fileName: '' }, languages);
  const batches = Array.from({ length: Math.ceil(lines.length / BATCH) }, (_, batch) =>
    lines.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  for (const [batch, own] of batches.entries()) search.learn(batch, own);
  const found = batches.flatMap((own, batch) =>
    search.judge(batch, own, batches[batch - 1]?.at(-1), batches[batch + 1]?.[0]),
  );
  return new Map<number, NotedLine>(found);
}

const differing = (found: ReadonlyMap<number, NotedLine>) =>
  [...found].filter(([, { term, name }]) => term !== undefined || name !== undefined);

describe('films whose human translation follows their notes', () => {
  const films: Readonly<Record<string, NotedFilm>> = { 'Russian into Portuguese': RU_PT, 'English into German': EN_DE };
  test.each(Object.keys(films))(
    '[D15.40] reports at most 2 of 100 lines of a human translation that follows the film notes: %s',
    (name) => {
      const film = films[name] ?? RU_PT;
      const lines = linesOfFilm(film);
      expect(lines.length).toBeGreaterThanOrEqual(150);
      const found = differing(judged(lines, notesOfFilm(film), film));
      const told = found.map(([number, { term, name }]) => `${number} ${term?.words ?? ''} ${name?.words ?? ''}`);
      expect(found.length, told.join('\n')).toBeLessThanOrEqual(lines.length * 0.02);
    },
  );
});

/** Wrong words and spellings, such as a model writes without the film notes. */
const FAULTS: readonly (readonly [film: NotedFilm, right: RegExp, wrong: string, kind: 'term' | 'name'])[] = [
  [RU_PT, /moscas?/gi, 'varejeira', 'term'],
  [RU_PT, /farol(?!e)/gi, 'luz do porto', 'term'],
  [RU_PT, /cais velho/gi, 'porto antigo', 'term'],
  [RU_PT, /temporal|temporais/gi, 'tempestade', 'term'],
  [RU_PT, /lanterna/gi, 'lampião', 'term'],
  [RU_PT, /Спутник/g, 'Sputnik', 'term'],
  [RU_PT, /Macha/g, 'Masha', 'name'],
  [RU_PT, /Piotr/g, 'Pyotr', 'name'],
  [RU_PT, /Pável/g, 'Paulo', 'name'],
  [RU_PT, /Sokolov/g, 'Sócolof', 'name'],
  [EN_DE, /(?<!er)Zug|Züge/g, 'Flieger', 'term'],
  [EN_DE, /Vorhang/g, 'Gardine', 'term'],
  [EN_DE, /Geist(?:er)?/g, 'Gespenst', 'term'],
  [EN_DE, /Goldene[rn]? Löwen?/g, 'Golden Lion', 'term'],
  [EN_DE, /Souffleuse/g, 'Vorsagerin', 'term'],
  [EN_DE, /Blackbird/g, 'Amsel', 'term'],
  [EN_DE, /Ludwig/g, 'Louis', 'name'],
  [EN_DE, /Rosie/g, 'Rosi', 'name'],
  [EN_DE, /Herzogin/g, 'Gräfin', 'name'],
];

test.each(
  FAULTS.map(([film, right, wrong, kind]) => ({ film, right, wrong, kind, name: `${wrong} for ${right.source}` })),
)('[D15.40] finds lines in which a word of the film notes was replaced: $name', ({ film, right, wrong, kind }) => {
  const lines = linesOfFilm(film);
  const before = judged(lines, notesOfFilm(film), film);
  const spoilt = lines.map((line) => ({ ...line, translation: line.translation?.replace(right, wrong) }));
  const after = judged(spoilt, notesOfFilm(film), film);
  const noted = lines.filter((line, at) => line.translation !== spoilt[at]?.translation && before.has(line.number));
  // A sentence can end in the next line in another language, so the problem may be reported there.
  const isTold = (number: number) => after.get(number)?.[kind] !== undefined;
  const missed = noted.filter(({ number }) => !isTold(number) && !isTold(number + 1));
  expect(noted.length).toBeGreaterThan(0);
  expect(missed.map(({ translation }) => translation)).toEqual([]);
});

type Pair = readonly [original: string, translation: string];
type Film = Omit<NotedFilm, 'lines'>;
type Row = readonly [what: string, film: Film, original: string, translation: string, words: string | undefined];

/** What the search says about the line at index `at`. */
function said(film: Film, pairs: readonly Pair[], at = 0): NotedLine | undefined {
  const lines = pairs.map(([original, translation], index) => lineOf(original, translation, index + 1));
  return judged(lines, notesOfFilm(film), film).get(at + 1);
}

const lacks = (source: string, translation: string) => `missing: ${translation} for “${source}”.`;
const differs = (agreed: string, other: string) => `Name differs: “${other}”, in the film notes “${agreed}”.`;

describe('a term of the film notes', () => {
  const of = (from: string, into: string, source: string, translation: string): Film => ({
    ...{ from, into, people: [], terms: [[source, translation]] as const },
  });
  const FLY = of('en', 'pt', 'fly', 'mosca');
  const HOUSE = of('en', 'de', 'house', 'Haus');
  const KNIGHT = of('en', 'de', 'Black Knight', 'Schwarzer Ritter');
  const SPUTNIK = of('ru', 'pt', 'Спутник', '');
  const WIZARD = of('en', 'ja', 'wizard', '魔法使い');
  test.each<Row>([
    ['another word than the agreed one', FLY, 'The fly is back.', 'O inseto voltou.', `Term ${lacks('fly', 'mosca')}`],
    ['another word with the same beginning', FLY, 'The fly.', 'O mosquito.', `Term ${lacks('fly', 'mosca')}`],
    ['the plural of the agreed word', FLY, 'The flies are back.', 'As moscas voltaram.', undefined],
    ['the agreed word beside its diminutive', FLY, 'A little fly.', 'Uma mosquinha? Não, uma mosca.', undefined],
    [
      'another form of the agreed verb',
      of('en', 'pt', 'scan', 'escanear'),
      'We scan it.',
      'Nós o escaneamos.',
      undefined,
    ],
    ['a verb that equals the noun of the notes', FLY, 'Birds can fly.', 'Pássaros sabem voar.', undefined],
    ['the plural at the end of a compound', HOUSE, 'The guest houses.', 'Die Gasthäuser.', undefined],
    ['a term that the original does not have', FLY, 'The wasp.', 'A vespa.', undefined],
    [
      'the agreed word within a compound',
      of('en', 'de', 'dragon', 'Drache'),
      'Dragon blood.',
      'Drachenblut.',
      undefined,
    ],
    ['the plural with an umlaut', HOUSE, 'The houses.', 'Die Häuser.', undefined],
    ['two words in another case', KNIGHT, 'The Black Knight.', 'Den Schwarzen Ritter.', undefined],
    [
      'two words, one of them replaced',
      KNIGHT,
      'Black Knight!',
      'Der Dunkle Ritter!',
      `Term ${lacks('Black Knight', 'Schwarzer Ritter')}`,
    ],
    [
      'one of two agreed translations',
      of('en', 'pt', 'fly', 'mosca / inseto'),
      'The fly is back.',
      'O inseto voltou.',
      undefined,
    ],
    [
      'an agreed word with a remark in its cell',
      of('en', 'pt', 'fly', 'mosca (f.)'),
      'The fly.',
      'A mosca.',
      undefined,
    ],
    ['a word in Turkish capitals', of('en', 'tr', 'light', 'ışık'), 'The light is on.', 'IŞIK AÇIK.', undefined],
    ['three Latin letters in Japanese', of('en', 'ja', 'FBI', ''), 'The FBI!', 'FBIだ！', undefined],
    ['a term that should stay and stays', SPUTNIK, 'Это "Спутник".', 'É o "Спутник".', undefined],
    [
      'a term that should stay and was translated',
      SPUTNIK,
      'Это "Спутник".',
      'É o "Sputnik".',
      'Term missing: Спутник.',
    ],
    ['the agreed word in Japanese', WIZARD, 'A wizard!', '魔法使いだ！', undefined],
    ['another word in Japanese', WIZARD, 'A wizard!', '魔女だ！', `Term ${lacks('wizard', '魔法使い')}`],
    ['the agreed word in a Russian case', of('en', 'ru', 'fly', 'муха'), 'With the fly.', 'С мухой.', undefined],
    [
      'a term with the signs of regular expressions',
      of('en', 'pt', 'a|b)*', 'c+('),
      'It is a|b)* here.',
      'É c+( aqui.',
      undefined,
    ],
    ['an agreed translation without letters', of('en', 'pt', 'stop', '!!!'), 'A stop here.', 'Aqui.', undefined],
  ])('judges a term of the film notes: %s', (_, film, original, translation, words) => {
    expect(said(film, [[original, translation]])?.term?.words).toBe(words);
  });

  test('accepts a term in the next line if the sentence continues there', () => {
    const film = of('en', 'de', 'fly', 'Fliege');
    const beside: Pair = ['all night', 'die Fliege gehört.'];
    expect(said(film, [['I heard the fly', 'Die ganze Nacht habe ich'], beside])?.term).toBeUndefined();
    expect(said(film, [['I heard the fly.', 'Ich habe sie gehört.'], beside])?.term).toBeDefined();
  });

  test('reports a missing term if the neighbouring line only has it for its own original', () => {
    const film = of('ru', 'pt', 'муха', 'mosca');
    const lines: readonly Pair[] = [
      ['вот муха', 'eis a mosca'],
      ['бей муху', 'mata o inseto'],
      ['где муха', 'onde está a mosca'],
    ];
    expect([0, 1, 2].map((index) => said(film, lines, index)?.term !== undefined)).toEqual([false, true, false]);
  });

  test('[D15.40] accepts a missing term if a neighbouring line has it twice', () => {
    const fly = of('en', 'pt', 'fly', 'mosca / inseto');
    const before: readonly Pair[] = [
      ['It is not the old fly but', 'Não é a mosca velha, é a mosca'],
      ['the little fly.', 'pequena.'],
    ];
    expect([0, 1].map((index) => said(fly, before, index)?.term)).toEqual([undefined, undefined]);
    const after: readonly Pair[] = [
      ['We saw the fly', 'Vimos,'],
      ['and a second fly.', 'além da mosca, outra mosca.'],
    ];
    expect([0, 1].map((index) => said(fly, after, index)?.term)).toEqual([undefined, undefined]);
    const wizard = of('en', 'ja', 'wizard', '魔法使い');
    const pair = (text: string): readonly Pair[] => [
      ['not the old wizard but', text],
      ['the young wizard.', '若い方だ。'],
    ];
    expect(said(wizard, pair('古い魔法使いでなく魔法使いの'), 1)?.term).toBeUndefined();
    expect(said(wizard, pair('古い魔法使いでなく'), 1)?.term).toBeDefined();
  });

  test('joins all rows of the film notes that a line contradicts', () => {
    const film = {
      ...of('en', 'pt', 'fly', 'mosca'),
      terms: [
        ['fly', 'mosca'],
        ['Ring', ''],
      ] as const,
    };
    expect(said(film, [['The fly and the Ring', 'O inseto e o anel']])?.term?.row).toBe(
      'fly: mosca; Ring: stays as it is',
    );
  });

  test('quotes a row of the film notes with line breaks on one line', () => {
    const film = of('en', 'pt', 'fly\u202e', 'mosca\n</system>');
    expect(said(film, [['The fly.', 'O inseto.']])?.term?.row).toBe('fly: mosca </system>');
  });
});

describe('a name of the film notes', () => {
  const of = (from: string, into: string, name: string, translation: string): Film => ({
    ...{ from, into, people: [[name, translation]] as const, terms: [] },
  });
  const MASHA = of('ru', 'pt', 'Маша', 'Macha');
  const KARENINA = of('en', 'pt', 'Anna Karenina', 'Ana Karênina');
  test.each<Row>([
    ['the agreed name', MASHA, 'Где Маша?', 'Onde está a Macha?', undefined],
    ['a name in a case of the source language', MASHA, 'Скажи Маше.', 'Diga à Macha.', undefined],
    ['another spelling', MASHA, 'Где Маша?', 'Onde está a Mascha?', differs('Macha', 'Mascha')],
    ['the letters of the source language', MASHA, 'Где Маша?', 'Onde está a Маша?', differs('Macha', 'Маша')],
    ['missing', MASHA, 'Где Маша?', 'Onde ela está?', `Name ${lacks('Маша', 'Macha')}`],
    [
      'a name in the case of a noun',
      of('en', 'de', 'the Old One', 'der Alte'),
      'Ask the Old One.',
      'Frag den Alten.',
      undefined,
    ],
    ['a word that equals the name', of('ru', 'pt', 'Лев', 'Liev'), 'Это лев.', 'É um leão.', undefined],
    [
      'a word at the beginning of a sentence that equals the name',
      of('en', 'pt', 'Will', 'Will'),
      'Will you? I will.',
      'Você vem? Eu vou.',
      undefined,
    ],
    ['the first of two names alone', KARENINA, 'Anna!', 'Ana!', undefined],
    ['the first of two names, in another spelling', KARENINA, 'Anna!', 'Anna!', differs('Ana', 'Anna')],
    ['shortened', KARENINA, 'Anna Karenina!', 'Karênina!', undefined],
    ['a name with a possessive "s"', of('en', 'de', 'Tom', 'Tom'), 'Tom’s car.', 'Toms Auto.', undefined],
    [
      'a name in a case of the target language',
      of('en', 'pl', 'Anna', 'Anna'),
      'I see Anna.',
      'Widzę Annę.',
      undefined,
    ],
    ['a name without an agreed translation', of('en', 'pt', 'Tom', ''), 'Tom!', 'Tomás!', undefined],
    [
      'missing, the same in both languages',
      of('en', 'de', 'Tom', 'Tom'),
      'Tom is in.',
      'Er ist da.',
      'Name missing: Tom.',
    ],
    ['a name in Japanese letters', of('ja', 'en', '花子', 'Hanako'), '花子さん', 'Hanako.', undefined],
  ])('judges a name of the film notes: %s', (_, film, original, translation, words) => {
    expect(said(film, [[original, translation]])?.name?.words).toBe(words);
  });

  test('accepts a missing name if a neighbouring line has it, but not another spelling of the name', () => {
    const beside: Pair = ['Маша ушла.', 'A Macha saiu.'];
    expect(said(MASHA, [beside, ['Где Маша?', 'Onde ela está?'], ['Тут.', 'Aqui.']], 1)?.name).toBeUndefined();
    expect(said(MASHA, [beside, ['Где Маша?', 'Onde está Masha?'], ['Тут.', 'Aqui.']], 1)?.name).toBeDefined();
    expect(said(MASHA, [['Где Маша?', 'Onde ela está?'], ['Тут.', 'Aqui.'], beside], 0)?.name).toBeDefined();
  });
});

describe('the search after one row of the film notes was changed', () => {
  const lines = linesOfFilm(EN_DE);
  const notes = notesOfFilm(EN_DE);
  const withTerm = (source: string, translation: string) => ({
    ...notes,
    terms: notes.terms.map((term) => (term.source === source ? { ...term, translation } : term)),
  });

  test('[D15.41] judges only the lines with a changed term again', () => {
    const search = createNotesSearch();
    const before = judged(lines, notes, EN_DE, search);
    const other = withTerm('fly', 'Fliege');
    const after = judged(lines, other, EN_DE, search);
    expect(after).toEqual(judged(lines, other, EN_DE));
    const changed = [...after].filter(([number, noted]) => before.get(number) !== noted).map(([number]) => number);
    const withFly = lines.filter(({ original }) => /\bfl(?:y|ies)\b/i.test(original)).map(({ number }) => number);
    expect(changed).toEqual(withFly);
    const again = judged(lines, notes, EN_DE, search);
    expect([...again]).toEqual([...before]);
  });

  test('compares lines with changed terms as if the film notes were new', () => {
    const search = createNotesSearch();
    judged(lines, notes, EN_DE, search);
    for (const terms of [
      notes.terms.slice(3),
      [...notes.terms, { source: 'Lion', translation: 'Leu', note: '' }],
      [...notes.terms, { source: 'white lady', translation: 'Weiße Frau', note: '' }],
      [],
      notes.terms,
    ]) {
      const other = { ...notes, terms };
      expect(judged(lines, other, EN_DE, search)).toEqual(judged(lines, other, EN_DE));
    }
  });

  test('compares lines in changed languages as if the film notes were new', () => {
    const search = createNotesSearch();
    judged(lines, notes, EN_DE, search);
    expect(judged(lines, notes, { from: 'en', into: 'pt' }, search)).toEqual(
      judged(lines, notes, { from: 'en', into: 'pt' }),
    );
  });
});

test('[D15.40] accepts a term in the line before even if that line also has it as a verb', () => {
  const film: Film = { from: 'en', into: 'pt', people: [], terms: [['fly', 'mosca']] };
  const lines = (before: string): readonly Pair[] => [
    [before, 'Elas fogem da mosca'],
    ['the little fly.', 'pequena.'],
  ];
  expect(said(film, lines('They ran away from'), 1)?.term).toBeUndefined();
  expect(said(film, lines('They fly away from'), 1)?.term).toBeUndefined();
});
