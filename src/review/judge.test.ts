import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { expectLinear } from '../../test/growth.ts';
import { factsOf, lineOf } from '../../test/review-film.ts';
import { filled } from '../../test/worst-inputs.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { fixOf, judge } from './judge.ts';
import { type Line, PROBLEM_KINDS } from './line.ts';
import { createNotesSearch } from './problems/notes-differ.ts';

const languages = ['pt-BR', 'uk', 'el', 'ar', 'he', 'th', 'zh', 'ja', 'ko', 'hi', 'es', 'fr', 'nl', undefined];

test('lists the problems of a line in the order of their kinds', () => {
  const line = lineOf('<i>Is it really 1983?</i>', `Це  було ${'давно '.repeat(20)}.`);
  const kinds = judge([line], factsOf([line]))
    .get(1)
    ?.map(({ kind }) => kind);
  const weighty = ['numbers-differ', 'tags-differ', 'too-long', 'punctuation-differs', 'spacing'];
  expect(kinds).toEqual([...weighty, 'too-fast', 'line-too-long']);
});

test('reports only problems of timing in an untranslated line', () => {
  const line: Line = { number: 1, time: '00:00:01,000 --> 00:00:01,200', original: 'Really?', translation: undefined };
  expect(judge([line], factsOf([line])).get(1)).toEqual([
    { kind: 'timing', words: 'Shown for 0.2 s; the minimum is 0.83 s.' },
  ]);
});

test('reports a misaligned line as a problem of the kind "slid"', () => {
  const line = lineOf('Really?', 'Справді?');
  const film = { ...factsOf([line]), misaligned: new Map([[1, 'It seems to be the translation of line 2.']]) };
  expect(judge([line], film).get(1)).toEqual([{ kind: 'slid', words: 'It seems to be the translation of line 2.' }]);
});

test.each<readonly [from: string, to: string, original: string, translation: string, kinds: readonly string[]]>([
  ['ru', 'pt', 'Наш «Спутник» молчит.', 'Nosso “Спутник” está calado.', []],
  ['ru', 'pt', 'Наш спутник молчит.', 'Nosso спутник está calado.', ['wrong-script']],
  ['en', 'uk', 'We eat sushi here.', 'Ми їмо тут sushi.', []],
  ['en', 'pt', 'the Blackbird rules', 'the Blackbird rules', ['not-translated']],
  ['en', 'de', 'Blackbird sushi!', 'Blackbird sushi!', []],
])('[D15.43] accepts terms that stay unchanged, from %s into %s: %j → %j', (from, to, original, translation, kinds) => {
  const line = lineOf(original, translation);
  const search = createNotesSearch();
  const terms = ['Спутник', 'Blackbird', 'sushi'].map((source) => ({ source, translation: '', note: '' }));
  const notes = { ...NO_NOTES, terms: from === 'ru' && kinds.length > 0 ? [] : terms };
  search.use({ notes, fileName: '' }, { from, into: to });
  const film = { ...factsOf([line], { from, to }), noted: new Map(search.judge(0, [line], undefined, undefined)) };
  expect((judge([line], film).get(1) ?? []).map(({ kind }) => kind)).toEqual(kinds);
});

test('reports a term that differs from the film notes, unless the line is not translated', () => {
  const noted = (translation: string) => {
    const line = lineOf('The fly is over there.', translation);
    const term = { words: 'Term missing: муха for “fly”.', row: 'fly: муха' };
    return judge([line], {
      ...factsOf([line]),
      noted: new Map([[1, { term, name: undefined, agreed: ['муха'] }]]),
    }).get(1);
  };
  expect(noted('Комаха он там.')).toEqual([{ kind: 'term', words: 'Term missing: муха for “fly”.', row: 'fly: муха' }]);
  expect(noted('The fly is over there.')?.map(({ kind }) => kind)).toEqual(['not-translated']);
});

test.each([
  ['uk', 'Стій! Хто там?', 'Це я, капітане.', '— Увійдіть.\n— Дякую.'],
  ['pt-BR', 'Pare! Quem está aí?', 'Sou eu, capitão.', '- Entre.\n- Obrigado.'],
  ['el', 'Σταμάτα! Ποιος είναι;', 'Εγώ είμαι, καπετάνιε.', '- Περάστε.\n- Ευχαριστώ.'],
  ['ar', 'توقف! من هناك؟', 'هذا أنا يا كابتن.', '- ادخل.\n- شكرا لك.'],
  ['he', 'עצור! מי שם?', 'זה אני, קפטן.', '- היכנס.\n- תודה לך.'],
  ['th', 'หยุด! ใครอยู่ตรงนั้น?', 'ผมเองครับ กัปตัน', '- เชิญเข้ามา\n- ขอบคุณครับ'],
  ['zh', '站住！谁在那里？', '是我，船长。', '- 请进\n- 谢谢'],
  ['ja', '止まれ！誰だ？', '私です、船長', '- 入れ\n- どうも'],
  ['ko', '멈춰! 거기 누구야?', '접니다, 선장님.', '- 들어와\n- 고맙습니다'],
  ['hi', 'रुको! वहाँ कौन है?', 'मैं हूँ, कप्तान।', '- अंदर आओ।\n- धन्यवाद।'],
])('finds no problem in a correct translation into %s', (to, ...translations) => {
  const originals = ['Stop! Who is there?', 'It is me, Captain.', '- Come in.\n- Thank you.'];
  const lines = originals.map((original, index) => lineOf(original, translations[index], index + 1));
  expect([...judge(lines, factsOf(lines, { to, limits: { charactersPerSecond: 17 } }))]).toEqual([]);
});

const piece = fc.constantFrom(
  ...['word', 'word', 'Слово', 'слово', 'λέξη', 'كلمة', 'מילה', 'คำ', '词语', 'ことば', '말', 'शब्द', '1983', '25', '٣'],
  ...[' ', '  ', '\n', ',', ' ,', '.', '?', '!', '…', '...', '- ', '♪', '«', '”', '<i>', '</i>', '{\\an8}', '%s', '😀'],
  '\u00a0',
);
const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

test('removes a problem with its fix, and loses no letters except those of a doubled word', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(...languages), (original, translation, to) => {
      const line = lineOf(original, translation);
      const film = factsOf([line], to === undefined ? {} : { to });
      for (const { kind } of judge([line], film).get(1) ?? []) {
        const fixed = fixOf(line, kind, film);
        if (fixed === undefined) continue;
        const after = judge([{ ...line, translation: fixed }], film).get(1) ?? [];
        expect(after.map((problem) => problem.kind)).not.toContain(kind);
        if (kind !== 'spacing' && kind !== 'tags-differ') expect(lettersOf(fixed)).toBe(lettersOf(translation));
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

const lettersOf = (value: string) => value.replace(/<[^<>]*>|\{[^{}]*\}|[^\p{L}\p{N}]/gu, '');

test('gives every problem a sentence and a known kind, for any text and timing', () => {
  const any = fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 }));
  const line = fc.record({
    number: fc.integer({ min: 1, max: 9 }),
    time: any,
    original: any,
    translation: fc.option(any, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(line, { maxLength: 4, selector: ({ number }) => number }), (lines) => {
      const film = factsOf(lines);
      const problems = [...judge(lines, film).values()].flat();
      expect(problems.filter(({ kind }) => !PROBLEM_KINDS.includes(kind))).toEqual([]);
      expect(problems.filter(({ words }) => !/^\S.*[.]$/su.test(words))).toEqual([]);
      // None of them throws.
      for (const one of lines) for (const kind of PROBLEM_KINDS) fixOf(one, kind, film);
    }),
  );
});

test.each([
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['letters', 'a'],
  ['two letters and a space', 'ab '],
  ['digits', '1'],
  ['groups of digits', '111 '],
  ['opening brackets', '<i'],
  ['braces', '{\\'],
  ['dots', '.'],
  ['dashes', '- '],
  ['quotation marks', '"'],
  ['Han', '字'],
  ['Thai', 'ที่'],
  ['at signs', 'a@'],
  ['halves of characters', '\ud800'],
])('judges and fixes %s in linear time', (_, unit) => {
  expectLinear((size) => {
    const long = filled(unit, size);
    for (const line of [lineOf('Really? 1983 <i>', long), lineOf(long, `${long}x`)]) {
      const film = factsOf([line], { to: 'ja' });
      expect(judge([line], film).size).toBeLessThanOrEqual(1);
      for (const kind of PROBLEM_KINDS) fixOf(line, kind, film);
    }
  }, 8 * 1024);
});
