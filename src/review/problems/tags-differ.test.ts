import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf } from '../judge.ts';

test.each([
  ['italics lost', '<i>Hello.</i>', 'Привіт.', '<i> </i> are missing.', '<i>Привіт.</i>'],
  ['position lost', '{\\an8}Hello.', 'Привіт.', '{\\an8} is missing.', '{\\an8}Привіт.'],
  ['both lost', '{\\an8}<i>Hello.</i>', 'Привіт.', '{\\an8} <i> </i> are missing.', '{\\an8}<i>Привіт.</i>'],
  [
    'colour lost',
    '<font color="#ff0000">Hi</font>',
    'Привіт',
    '<font> </font> are missing.',
    '<font color="#ff0000">Привіт</font>',
  ],
  ['italics added', 'Hello.', '<i>Привіт.</i>', '<i> </i> are not in the original.', 'Привіт.'],
  ['another position', '{\\an8}Hello.', '{\\an2}Привіт.', '{\\an8} is missing.', '{\\an8}Привіт.'],
  ['an unclosed tag', '<i>Hello.</i> You.', '<i>Привіт. Ти.', '</i> is missing.', '<i>Привіт. Ти.</i>'],
  ['an unclosed tag around everything', '<i>Hello.</i>', '<i>Привіт.', '</i> is missing.', '<i>Привіт.</i>'],
  ['a tag closed twice', '<i>Hello.</i>', '<i>Привіт.</i></i>', '</i> has no counterpart.', '<i><i>Привіт.</i></i>'],
  ['italics lost within a text', 'Say <i>please</i> now.', 'Скажи будь ласка.', '<i> </i> are missing.', undefined],
  ['a placeholder lost', 'Hello, {name}.', 'Привіт.', '{name} is missing.', undefined],
  ['%s lost', 'Hello, %s.', 'Привіт.', '%s is missing.', undefined],
  ['code lost', 'Hi ⟦1⟧you⟦2⟧', 'Oi tu', '⟦1⟧ ⟦2⟧ are missing.', undefined],
  ['code twice', 'Hi ⟦1⟧you', 'Oi ⟦1⟧tu⟦1⟧', '⟦1⟧ stands there twice.', undefined],
  ['code in another order', 'A ⟦1⟧red ⟦2⟧car', 'Um ⟦2⟧carro ⟦1⟧rubro', '⟦2⟧ stands before ⟦1⟧.', undefined],
  ['an escape written out', 'Hi you', 'Oi\\Ntu', '\\ is not in the original.', undefined],
  ['a lone brace', 'Hi you', 'Oi {tu', '{ is not in the original.', undefined],
  ['Markdown', 'Hi you', '**Oi** tu', '** is not in the original.', undefined],
  ['an HTML entity', 'Me & you', 'Eu &amp; tu', '&amp; is not in the original.', 'Eu & tu'],
  ['a sign by its number', 'It’s me', 'C&#39;est moi', '&#39; is not in the original.', "C'est moi"],
  ['a sign by its hexadecimal number', 'It’s me', 'C&#x27;est moi', '&#x27; is not in the original.', "C'est moi"],
  ['a letter with its accent', 'I was', 'J&eacute;tais', '&eacute; is not in the original.', 'Jétais'],
  ['a capital letter', 'Been', '&Eacute;té', '&Eacute; is not in the original.', 'Été'],
  ['dots', 'Well…', 'Bem&hellip;', '&hellip; is not in the original.', 'Bem…'],
  ['quotation marks', '“Yes”', '&laquo;Sim&raquo;', '&laquo; is not in the original.', '«Sim»'],
  ['an emoji', 'Hi 😀', 'Oi &#128512;', '&#128512; is not in the original.', 'Oi 😀'],
  ['a sign that was written twice over', 'It’s', 'C&amp;#39;est', '&amp; is not in the original.', "C'est"],
  ['a torn sign', 'It’s', 'C&# 39;est', '&# 39; is not in the original.', "C'est"],
  ['a sign without its end', 'It’s', 'C&#39est', '&#39 is not in the original.', "C'est"],
  [
    'italics as words, by their numbers',
    '<i>Hi</i>',
    '&#60;i&#62;Oi&#60;/i&#62;',
    '<i> </i> are missing.',
    '<i>Oi</i>',
  ],
  ['a line break of a web page', 'Hi Mr. Smith', 'Oi, Sr.<br />Smith', '<br> is not in the original.', 'Oi, Sr. Smith'],
  ['a letter by its number', 'No', 'N\\u00e3o', '\\ is not in the original.', 'Não'],
  ['a letter by its number beside a stroke', 'No', 'N\\u00e3o\\x', '\\ is not in the original.', undefined],
  ['italics with spaces', '<i>Hello.</i>', '< i >Привіт.< / i >', '<i> </i> are missing.', '<i>Привіт.</i>'],
  ['italics in other brackets', '<i>Hello.</i>', '＜i＞Привіт.＜/i＞', '<i> </i> are missing.', '<i>Привіт.</i>'],
  ['italics as words', '<i>Hello.</i>', '&lt;i&gt;Привіт.&lt;/i&gt;', '<i> </i> are missing.', '<i>Привіт.</i>'],
  ['italics with spaces, not closed', '<i>Hello.</i>', '< i >Привіт.', '<i> </i> are missing.', '<i>Привіт.</i>'],
  ['a position without its stroke', '{\\an8}Hello.', '{an8}Привіт.', '{\\an8} is missing.', '{\\an8}Привіт.'],
  ['a position in other brackets', '{\\an8}Hello.', '{\\an8]Привіт.', '{\\an8} is missing.', '{\\an8}Привіт.'],
  ['code in other brackets', 'Hi ⟦1⟧you', 'Oi 【1】tu', '⟦1⟧ is missing.', 'Oi ⟦1⟧tu'],
  ['code with spaces', 'Hi ⟦1⟧you', 'Oi ⟦ 1 ]tu', '⟦1⟧ is missing.', 'Oi ⟦1⟧tu'],
  ['a number in brackets that is text', '⟦1⟧Part (1)', 'Parte (1)', '⟦1⟧ is missing.', undefined],
  ['a tag that is text', '<i>Write < i > here.</i>', 'Пиши < i >.', '<i> </i> are missing.', '<i>Пиши < i >.</i>'],
  ['an entity without a character', 'Hi', 'Oi &#99999;', '&#99999; is not in the original.', undefined],
  ['an invisible character', 'Hi', 'Oi \\u0000', '\\ is not in the original.', undefined],
  ['half a character', 'Hi', 'Oi \\ud83d', '\\ is not in the original.', undefined],
  ['a character in two halves', 'Hi', 'Oi \\ud83d\\ude00', '\\ is not in the original.', 'Oi 😀'],
  ['italics lost in Arabic', '<i>Hello.</i>', 'مرحبا.', '<i> </i> are missing.', '<i>مرحبا.</i>'],
])('reports and fixes %s', (_, original, translation, words, fixed) => {
  const line = lineOf(original, translation);
  expect(wordsOfKind('tags-differ', original, translation)).toBe(words);
  expect(fixOf(line, 'tags-differ', factsOf([line]))).toBe(fixed);
});

test.each([
  ['the same', '<i>Hello.</i>', '<i>Привіт.</i>'],
  ['capitals', '<I>Hello.</I>', '<i>Привіт.</i>'],
  ['one pair for two lines', '<i>Hello</i>\n<i>there.</i>', '<i>Привіт\nтам.</i>'],
  ['another colour', '<font color="#ff0000">Hi</font>', '<font color="red">Привіт</font>'],
  ['unbalanced in the original', '<i>Hello.', '<i>Привіт.'],
  ['signs', '1 < 2 and 50% sure', '1 < 2 і 50% певності'],
  ['a sound in brackets', '<laughs>', '<сміється>'],
  ['stars for letters', 'Fuck off, Hell.', 'Vete a la m**rda, c**o.'],
  ['stars of the original', '**Hello**', '**Привіт**'],
  ['the sign itself', 'Me and you; us', 'Eu & tu; nós'],
  ['a name with the sign', 'Rock and roll; R and B.', 'Rock & roll ; R&B; H&M.'],
  ['signs of the original', 'Type &eacute; here.', 'Digite &eacute; aqui.'],
])('accepts %s', (_, original, translation) => {
  expect(wordsOfKind('tags-differ', original, translation)).toBeUndefined();
});
