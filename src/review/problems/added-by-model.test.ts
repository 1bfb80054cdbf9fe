import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf, judge } from '../judge.ts';

const FILM = { from: 'ru', to: 'pt' };
const NUMBER = 12;
const problemsIn = (original: string, translation: string) => {
  const line = lineOf(original, translation, NUMBER);
  const film = factsOf([line], FILM);
  const words = judge([line], film)
    .get(NUMBER)
    ?.find(({ kind }) => kind === 'added')?.words;
  return { words, fixed: fixOf(line, 'added', film) };
};

test.each([
  ['a mark of Qwen', 'Olá.<|im_end|>', 'Olá.'],
  ['of Llama', '<|eot_id|>Olá.', 'Olá.'],
  ['of Gemma', 'Olá.\n<end_of_turn>', 'Olá.'],
  ['of DeepSeek', 'Olá. <｜end▁of▁sentence｜>', 'Olá.'],
  ['of Mistral', '[/INST] Olá.', 'Olá.'],
  ['of T5', 'Olá.<pad><unk>', 'Olá.'],
  ['of an older Llama', '<<SYS>>Olá.', 'Olá.'],
  ['a label', 'Translation: Olá.', 'Olá.'],
  ['a label in the language', 'Tradução: Olá.', 'Olá.'],
  ['a label with the language', 'Translation (Portuguese): Olá.', 'Olá.'],
  ['a sentence', 'Here is the translation: Olá.', 'Olá.'],
  ['the language', 'Portuguese: Olá.', 'Olá.'],
  ['the language in brackets', '[Portuguese] Olá.', 'Olá.'],
  ['the line’s number', '12. Olá.', 'Olá.'],
  ['with a colon', '12: Olá.', 'Olá.'],
  ['with a bracket', '12) Olá.', 'Olá.'],
  ['in brackets', '[12] Olá.', 'Olá.'],
  ['with a sign', '#12 Olá.', 'Olá.'],
  ['a remark', 'Olá. (informal)', 'Olá.'],
  ['another remark', 'Olá [literally]', 'Olá'],
  ['a remark in the language', 'Olá. (coloquial)', 'Olá.'],
  ['a tab behind a comma', 'Olá,\tAna.', 'Olá, Ana.'],
  ['a tab at the end', 'Olá.\t', 'Olá.'],
  ['several of them', '12. Translation: Olá. (informal)<|im_end|>', 'Olá.'],
  ['a mark with the role behind it', '<|im_start|>assistant\nOlá.', 'Olá.'],
  ['a mark inside', 'Olá, <unk> Ana.', 'Olá, Ana.'],
  ['the spaces of a tokenizer', '▁Olá,▁Ana.', 'Olá, Ana.'],
  ['a label of an assistant', 'Sure! Here is the translation:\nOlá.', 'Olá.'],
  ['a label with stars', '**Translation:** Olá.', 'Olá.'],
  ['a label with the language in words', 'Tradução para português: Olá.', 'Olá.'],
  ['the language in its own words', 'Português: Olá.', 'Olá.'],
  ['the code of the language', 'PT: Olá.', 'Olá.'],
  ['what the text is', 'Output: Olá.', 'Olá.'],
  ['number and tag', '<i>12. Olá.</i>', '<i>Olá.</i>'],
  ['number without a space', '12.Olá.', 'Olá.'],
  ['number in a line of its own', '12\nOlá.', 'Olá.'],
  ['number in words', 'Line 12: Olá.', 'Olá.'],
  ['number in Arabic digits', '١٢. Olá.', 'Olá.'],
  ['number as a key', '"12": Olá.', 'Olá.'],
  ['a remark in front', '(informal) Olá.', 'Olá.'],
  ['a remark before the full stop', 'Olá (informal).', 'Olá.'],
  ['a remark with its kind', 'Olá. (informal tone)', 'Olá.'],
  ['a remark in each line', '- Olá. (informal)\n- Oi. (informal)', '- Olá.\n- Oi.'],
  ['a remark in a tag', '<i>Olá. (informal)</i>', '<i>Olá.</i>'],
  ['a thought', '<think>Let me see.</think>\nOlá.', 'Olá.'],
  ['the end of a thought', 'Let me see.</think>Olá.', 'Olá.'],
  ['a thought without an end', '<think>Let me see.', undefined],
  ['a mark of Mistral', 'Olá.</s>', 'Olá.'],
  ['its beginning', '<s>Olá.', 'Olá.'],
  ['an unused mark of Gemma', 'Olá.<unused99>', 'Olá.'],
  ['an element', '<translation>Olá.</translation>', 'Olá.'],
  ['bold Markdown', '**Olá.**', 'Olá.'],
  ['a bold word', 'Olá, **Ana**.', 'Olá, Ana.'],
  ['a block of code', '```text\nOlá.\n```', 'Olá.'],
  ['a heading', '### Olá.', 'Olá.'],
  ['a rest of JSON', 'Olá."}', 'Olá.'],
  ['the whole of it', '{"12": "Olá."}', 'Olá.'],
  ['a sentence with a verb', 'The translation is: Olá.', 'Olá.'],
  ['a promise', 'Sure, here you go: Olá.', 'Olá.'],
  ['the language after a word', 'Em português: Olá.', 'Olá.'],
  ['the language with a country', 'PT-BR: Olá.', 'Olá.'],
  ['a role', 'User: Olá.', 'Olá.'],
  ['a label in brackets', '[Tradução] Olá.', 'Olá.'],
  ['a note', 'Olá. (Note: this is informal)', 'Olá.'],
  ['a note of a translator', 'Olá. [N/T]', 'Olá.'],
  ['a note in a line', 'Olá.\nNota: saudação.', 'Olá.'],
  ['the number in the language', 'Linha 12: Olá.', 'Olá.'],
  ['a letter in brackets', 'Voc[e] vem?', undefined],
  ['a tab in a word', 'Voc\tê vem?', undefined],
])('[D14.49] reports an addition by the model, and removes it if that is safe: %s', (_, text, expected) => {
  const { words, fixed } = problemsIn('Привет.', text);
  expect([words, fixed]).toEqual([expect.any(String), expected]);
});

test.each([
  ['an ordinal', 'ru', 'de', 'Третье место, двенадцатый!', '12. Platz!'],
  ['a number of the original', 'ru', 'pt', '12. Привет.', '12. Olá.'],
  ['another number than the line’s', 'ru', 'pt', 'Привет.', '13. Olá.'],
  ['a time', 'en', 'pt', 'Noon.', '12:00.'],
  ['a decimal', 'en', 'pt', 'A dozen and a half.', '12.5 unidades.'],
  ['a number with its noun', 'en', 'pt', 'A dozen eggs.', '12 ovos.'],
  ['a label that the original has', 'ru', 'pt', 'Перевод: привет.', 'Tradução: olá.'],
  ['a word with a colon', 'ru', 'pt', 'Мне нужен ответ.', 'Preciso de uma coisa: resposta.'],
  ['what the original says in brackets', 'ru', 'pt', 'Привет (неформально)', 'Olá (informal)'],
  ['a remark of another kind', 'ru', 'pt', 'Это директор.', 'É o CEO (diretor).'],
  ['a quotation that was changed', 'en', 'pt', 'He said.', '“[E]le disse.”'],
  ['an optional ending in brackets', 'ru', 'pt', 'Готовы?', 'Pronto(a)?'],
  ['brackets of the original', 'ru', 'pt', 'а[б]', 'vo[ce]'],
  ['code', 'en', 'pt', 'Add <|im_end|> here.', 'Põe <|im_end|> aqui.'],
  ['an index in a program’s code', 'en', 'pt', 'Look at a[i].', 'Olha para a[i].'],
  ['signs for "less than" and "greater than"', 'en', 'pt', 'a <b and c> d', 'a <b e c> d'],
  ['an ordinal of a small number', 'en', 'de', 'Third place, number twelve.', '12. Platz.'],
  ['a Portuguese ordinal', 'en', 'pt', 'The twelfth place.', '12.º lugar.'],
  ['an ordinal whose original is in an unknown language', 'ka', 'de', 'მეთორმეტე ადგილი.', '12. Platz.'],
  ['a Roman number', 'en', 'pt', 'Chapter XII', '12. Capítulo'],
  ['a line that consists of a number', 'ru', 'pt', 'Ещё.', '12.'],
  ['a token that the original names', 'en', 'pt', 'Type [INST] first.', 'Escreve [INST] primeiro.'],
  ['a word for translation in the original', 'en', 'pt', 'A translation is needed.', 'Tradução: precisa-se.'],
  ['a sentence about who translated a film', 'ka', 'en', 'ნათია.', 'Translated by: Natia.'],
  ['a sentence about a translation', 'ru', 'en', 'Переведено плохо.', 'Translation: bad.'],
  ['a list', 'en', 'pt', 'First the milk, then the bread', 'Lista: leite e pão'],
  ['types of a programming language', 'en', 'pt', 'A list of T.', 'Uma List<T> e <T>.'],
  ['a file’s name', 'en', 'pt', 'Open the file.', 'Abre https://a.pt e C:/x.'],
  ['an answer that is read out', 'ru', 'en', 'Ответ — нет.', 'Answer: no.'],
  ['a stage direction', 'en', 'pt', '(informal) Hi.', '(informal) Oi.'],
  ['a Maltese or musical sign', 'en', 'pt', '▂▁', '▂▁'],
  ['a tab of the original', 'ru', 'pt', 'а\tб', 'a\tb'],
  ['one line in quotation marks', 'ru', 'pt', 'Письмо.', '“Carta.”'],
  ['stars for letters', 'ru', 'pt', 'Чёрт возьми!', 'Que p**a m**da!'],
  ['stars of a song', 'ru', 'pt', '♪ Песня ♪', '*Canção*'],
  ['struck letters', 'ru', 'pt', 'Нет.', '<s>Não.</s>'],
  ['a written note', 'ru', 'pt', 'Записка: приди.', 'Nota: vem.'],
  ['a speaker', 'ru', 'pt', '- Ты где?\n- Тут.', '- Onde?\n- Aqui (em casa).'],
  ['a change of speakers', 'ru', 'pt', '- Да.', '>> Sim.'],
  ['a quotation with a comma', 'ru', 'pt', 'Он сказал «да»,', 'Ele disse "sim",'],
])('[D14.49] does not report as an addition: %s', (_, from, to, original, translation) => {
  const line = lineOf(original, translation, NUMBER);
  const kinds =
    judge([line], factsOf([line], { from, to }))
      .get(NUMBER)
      ?.map(({ kind }) => kind) ?? [];
  expect(kinds).not.toContain('added');
});

const filmOf = (lines: readonly (readonly [string, string])[], to = 'de') => {
  const all = lines.map(([original, translation], index) => lineOf(original, translation, index + 1));
  const film = factsOf(all, { from: 'en', to });
  const problems = judge(all, film);
  return all.map((line) => [
    problems.get(line.number)?.some(({ kind }) => kind === 'added') ?? false,
    fixOf(line, 'added', film) ?? line.translation,
  ]);
};

test('[D14.49] the fix removes bare numbers and ordinals, too, if many translations begin with their line numbers', () => {
  const lines = ['Hello.', 'Come in.', 'Sit down.', 'A tea?', 'Five of them.', 'There were 6 of us.'] as const;
  const words = ['Hallo.', 'Komm rein.', 'Setz dich.', 'Tee?', 'Fünf davon.', 'Wir waren 6.'] as const;
  const of = (before: (number: number) => string) =>
    filmOf(lines.map((line, index) => [line, `${before(index + 1)}${words[index]}`]));
  expect(of((number) => `${number}. `)).toEqual(words.map((text) => [true, text]));
  expect(of((number) => `${number} `).map(([isTold]) => isTold)).toEqual([true, true, true, true, false, true]);
  expect(of(() => '')).toEqual(words.map((text) => [false, text]));
});

test('[D14.49] does not report countdowns and lists as line numbers', () => {
  const counted = ['One apple.', 'Two apples.', 'Three apples.', 'Four apples.'] as const;
  expect(filmOf(counted.map((line, index) => [line, `${index + 1} Äpfel.`])).flat()).not.toContain(true);
  const listed = ['First, the door.', 'Second, the key.', 'Third, the dog.', 'Fourth, the cat.'] as const;
  expect(filmOf(listed.map((line, index) => [line, `${index + 1}. Die Tür.`])).flat()).not.toContain(true);
  const copied = ['1. Open.', '2. Shut.', '3. Turn.'] as const;
  expect(filmOf(copied.map((line) => [line, line])).flat()).not.toContain(true);
});

test('[D14.49] removes any remark in brackets at the end of many translations', () => {
  const lines = ['Hello.', 'Come in.', 'Sit down.'].map(
    (line, index) => [line, `Text ${'abc'[index]}. (locker)`] as const,
  );
  expect(filmOf(lines)).toEqual([...'abc'].map((letter) => [true, `Text ${letter}.`]));
  expect(filmOf(lines.slice(0, 2)).flat()).not.toContain(true);
});

test('lists an addition before the excessive length that it causes', () => {
  const line = lineOf('Привет.', `Olá. (informal)${' tu'.repeat(40)}<|im_end|>`);
  expect(judge([line], factsOf([line], FILM)).get(1)?.[0]?.kind).toBe('added');
});

test('reports a remark only once, as an addition', () => {
  const line = lineOf('Привет.', 'Olá. (informal)');
  expect(
    judge([line], factsOf([line], FILM))
      .get(1)
      ?.map(({ kind }) => kind),
  ).toEqual(['added']);
  expect(wordsOfKind('punctuation-differs', 'Привет.', 'Olá. (com carinho)', FILM)).toContain('com carinho');
});

test('[D14.49] removes quotation marks that surround many translations but not their originals', () => {
  const lines = ['Hello.', 'Come in.', 'He said "no".', 'Sit down.', 'A tea?'];
  const words = ['„Hallo.“', '"Komm rein."', 'Er sagte „nein“.', '“Setz dich.”', 'Tee?'];
  expect(filmOf(lines.map((line, index) => [line, words[index] ?? '']))).toEqual([
    [true, 'Hallo.'],
    [true, 'Komm rein.'],
    [false, 'Er sagte „nein“.'],
    [true, 'Setz dich.'],
    [false, 'Tee?'],
  ]);
  expect(
    filmOf([
      ['Hello.', '„Hallo.“'],
      ['Come in.', 'Komm rein.'],
      ['Sit down.', 'Setz dich.'],
    ]).flat(),
  ).not.toContain(true);
});
