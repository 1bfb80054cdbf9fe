import { describe, expect, test } from 'vitest';
import { lineOf } from '../../test/review-film.ts';
import { commonWord, hasWords, isOfWords, replacedWord } from './kept-term.ts';

describe('[D15.45] the word that was replaced', () => {
  test.each<readonly [before: string, after: string, replaced: readonly [string, string] | undefined]>([
    ['A mosca está aqui.', 'O bicho está aqui.', undefined],
    ['A mosca está aqui.', 'A abelha está aqui!', ['mosca', 'abelha']],
    ['Mosca, mosca!', 'Abelha, abelha!', ['Mosca', 'Abelha']],
    ['<i>A mosca</i>', '<i>A mosca-varejeira</i>', ['mosca', 'mosca-varejeira']],
    ['Uma mosca aqui', 'Uma mosca varejeira aqui', undefined],
    ['Um navio aqui', 'Um barco a vapor aqui', ['navio', 'barco a vapor']],
    ['Um navio aqui', 'Um aqui', undefined],
    ['Não sei.', 'Sei lá eu o que dizer.', undefined],
    ['Igual.', 'igual!', undefined],
    ['', 'x', undefined],
  ])('%j → %j', (before, after, replaced) => {
    const [was, is] = replaced ?? [];
    expect(replacedWord(before, after)).toEqual(replaced && { was, is });
  });

  test.each<readonly [string, boolean]>([
    ['mosca', true],
    ["d'água, sim", false],
    ['barco a vapor', true],
    ['12', false],
    ['mosca$1', false],
    ['', false],
  ])('%j is of words alone: %s', (text, is) => expect(isOfWords(text)).toBe(is));

  test('stands in a translation whatever its case', () => {
    expect(hasWords('O Barco  a vapor.', 'barco a vapor')).toBe(true);
    expect(hasWords('O barco vapor.', 'barco a vapor')).toBe(false);
  });
});

describe('[D15.45] the word that originals have in common', () => {
  const film = (...originals: readonly string[]) => [
    ...originals.map((original, at) => lineOf(original, 'x', at + 1)),
    ...Array.from({ length: 40 }, (_, at) => lineOf('Я не знаю, что', 'x', 100 + at)),
  ];
  test.each<readonly [what: string, originals: readonly string[], word: string]>([
    ['in any of its forms', ['Вижу муху!', 'Муха тут.', 'Эта муха.'], 'муха'],
    ['but for those of the grammar', ['Не знаю, что муха', 'Не знаю, что муха', 'Что, не знаю: муха'], 'муха'],
    ['of two none', ['Муха и слон', 'Слон, муха', 'муха, слон'], ''],
    ['of none none', ['Муха', 'Слон', 'Муха'], ''],
    ['in Latin letters', ['A fly.', 'Two flies.', 'The fly!'], 'fly'],
    [
      'in its basic form, though another one comes first and as often',
      ['Видела муху?', 'Поймай муху!', 'Это моя муха.'],
      'муха',
    ],
  ])('%s', (_, originals, word) => expect(commonWord(film(...originals), new Set([1, 2, 3]), undefined)).toBe(word));
});
