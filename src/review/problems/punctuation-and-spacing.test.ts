import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf, judge } from '../judge.ts';

test.each([
  ['uk', 'Really?', 'Справді.', 'Missing: “?”.', 'Справді?'],
  ['uk', 'Really?', '<i>Справді</i>', 'Missing: “?”.', '<i>Справді?</i>'],
  ['uk', '"Really?"', '«Справді.»', 'Missing: “?”.', '«Справді?»'],
  ['ar', 'Really?', 'حقا.', 'Missing: “?”.', 'حقا؟'],
  ['el', 'Really?', 'Αλήθεια.', 'Missing: “?”.', 'Αλήθεια;'],
  ['zh', 'Really?', '真的。', 'Missing: “?”.', '真的？'],
  ['ja', 'Really?', '本当', 'Missing: “?”.', '本当？'],
  ['hi', 'Really?', 'सच में।', 'Missing: “?”.', 'सच में?'],
  ['he', 'Really?', '\u202bבאמת.\u202c', 'Missing: “?”.', '\u202bבאמת?\u202c'],
  ['ar', 'Really?', 'حقا.\u061c', 'Missing: “?”.', 'حقا؟\u061c'],
  ['ar', 'Really?', '\u200fحقا.\u200f', 'Missing: “?”.', '\u200fحقا؟\u200f'],
  [
    'ar',
    '\u200e- Yes.\n\u200e- No.',
    '\u202bنعم.\u202c\n\u202bلا.\u202c',
    'Missing: a dash of the dialogue.',
    '\u202b- نعم.\u202c\n\u202b- لا.\u202c',
  ],
  ['th', 'Really?', 'จริงเหรอ', 'Missing: “?”.', 'จริงเหรอ?'],
  ['es', 'Hello. Really?', 'Hola. De verdad.', 'Missing: “?”.', 'Hola. ¿De verdad?'],
  ['fr', 'Really?', 'Vraiment.', 'Missing: “?”.', 'Vraiment\u00a0?'],
  ['uk', 'Stop!', 'Стій.', 'Missing: “!”.', 'Стій!'],
  ['es', 'Stop!', 'Para.', 'Missing: “!”.', '¡Para!'],
  ['uk', 'But then...', 'Але тоді', 'Missing: “…”.', 'Але тоді…'],
  ['uk', 'But then…', 'Але тоді.', 'Missing: “…”.', 'Але тоді…'],
  ['uk', '♪ La la ♪', 'Ла-ла', 'Missing: “♪”.', '♪ Ла-ла ♪'],
  ['uk', '- Yes.\n- No.', 'Так.\nНі.', 'Missing: a dash of the dialogue.', '- Так.\n- Ні.'],
  ['uk', '- Yes.\n- No.', '- Так.\nНі.', 'Missing: a dash of the dialogue.', '- Так.\n- Ні.'],
  ['uk', '- Yes.\n- No.', 'Так. Ні.', 'Missing: a dash of the dialogue.', undefined],
  ['nl', '- Yes.\n- No.', 'Ja.\nNee.', 'Missing: a dash of the dialogue.', 'Ja.\n- Nee.'],
  ['uk', 'Really? Then stop!', 'Справді, тоді стій.', 'Missing: “?” and “!”.', undefined],
  ['uk', 'Really? Yes, really.', 'Справді. Так, справді.', 'Missing: “?”.', undefined],
  ['uk', 'Yes, really?!', 'Так, справді.', 'Missing: “?”.', 'Так, справді?'],
  ['de', '- Coffee?\n- Black.', '- <i>Kaffee.</i>\n- Schwarz.', 'Missing: “?”.', '- <i>Kaffee?</i>\n- Schwarz.'],
  ['es', '- Coffee?\n- Black.', '- Café.\n- Solo.', 'Missing: “?”.', '- ¿Café?\n- Solo.'],
  ['de', '- Coffee?\n- Black.', 'Kaffee. Schwarz.', 'Missing: “?” and a dash of the dialogue.', undefined],
  ['de', 'Is it\ncoffee?', 'Ist es\nKaffee.', 'Missing: “?”.', 'Ist es\nKaffee?'],
  ['fr', 'Really?', 'Vraiment .', 'Missing: “?”.', 'Vraiment\u00a0?'],
  ['uk', '[door creaks]', 'скрип дверей', 'Missing: a bracket.', '[скрип дверей]'],
  ['ja', '(laughs)', '<i>笑い</i>', 'Missing: a bracket.', '<i>(笑い)</i>'],
  ['ar', '[sighs]', '\u202bيتنهد\u202c', 'Missing: a bracket.', '\u202b[يتنهد]\u202c'],
  ['uk', '[sighs] Well.', 'Ну.', 'Missing: a bracket.', undefined],
  ['de', '["Silent Night" plays]', 'Es läuft „Stille Nacht“', 'Missing: a bracket.', '[Es läuft „Stille Nacht“]'],
  ['de', '[♪ music ♪]', '♪ Musik ♪', 'Missing: a bracket.', '[♪ Musik ♪]'],
  ['de', 'Are you sure?\nI am.', 'Bist du\nsicher. Ja.', 'Missing: “?”.', undefined],
  ['uk', '(laughs) Stop!', '(сміється Стій!', 'Missing: one of two brackets or quotation marks.', undefined],
  ['uk', 'He said: "Stop!"', 'Він сказав: «Стій!', 'Missing: one of two brackets or quotation marks.', undefined],
  ['de', 'He said: "Stop!"', 'Er sagte: „Halt!', 'Missing: one of two brackets or quotation marks.', undefined],
  ['ja', '"Stop," he said.', '「止まれ と言った', 'Missing: one of two brackets or quotation marks.', undefined],
  ['he', '"Stop," he said.', '"עצור, הוא אמר.', 'Missing: one of two brackets or quotation marks.', undefined],
  ['de', 'Break a leg!', 'Hals- und Beinbruch! (Redewendung)', 'Remark added: “(Redewendung)”.', undefined],
  ['ja', 'Break a leg!', '頑張って！（慣用句）', 'Remark added: “（慣用句）”.', undefined],
])('reports and fixes a missing sign in %s: %j → %j', (to, original, translation, words, fixed) => {
  const line = lineOf(original, translation);
  expect(wordsOfKind('punctuation-differs', original, translation, { to })).toBe(words);
  expect(fixOf(line, 'punctuation-differs', factsOf([line], { to }))).toBe(fixed);
});

test.each([
  ['el', 'Really?', 'Αλήθεια;'],
  ['ar', 'Really?', 'حقا؟'],
  ['zh', 'Really?', '真的？'],
  ['uk', 'What? You are here.', 'Як, ти тут?'],
  ['uk', 'Hey! Come here.', 'Гей, йди сюди.'],
  ['uk', 'Stop!', '¡Стій!'],
  ['uk', 'But then...', 'Але тоді…'],
  ['zh', 'But then...', '但是……'],
  ['nl', '- Yes.\n- No.', 'Ja.\n- Nee.'],
  ['uk', '- Yes.\n- No.', '– Так.\n– Ні.'],
  ['he', '- Yes.\n- No.', '־ כן.\n־ לא.'],
  ['fa', '- Yes.\n- No.', 'ـ بله.\nـ نه.'],
  ['ja', '- Yes.\n- No.', 'ーはい\nーいいえ'],
  ['ja', 'But then...', 'でも･･･'],
  ['ko', 'But then...', '하지만···'],
  ['ja', 'Are you going?', '行くのか'],
  ['ja', 'Sell it. What else?', '売るのよ 決まってるでしょ'],
  ['ja', '[door creaks]', '≪ドアの音≫'],
  ['uk', '-5 degrees\n-10 degrees', '5 нижче нуля\n10 нижче нуля'],
  ['uk', '♪ La la', '♫ Ла-ла'],
  ['uk', 'Fine.', 'Добре!'],
  ['en', 'Et puis...', 'And then—'],
  ['zh', 'And then...', '然后——'],
  ['zh', '[door creaks]', '（门响）'],
  ['ko', '"I never lie," she said.', "'거짓말 안 해'라고 했죠"],
  ['de', '"I never lie," she said.', '„Ich lüge nie“, sagte sie.'],
  ['uk', '“Where is he?', '«Де він?'],
  ['uk', 'You (all of you', 'Ви (всі ви'],
  ['he', 'The USA.', 'ארה"ב.'],
  ['he', 'It was in "The Lighthouse".', 'זה היה ב"מגדלור".'],
  ['uk', 'Not that the disciple should', 'Не те, щоб учень [вчитель] мав'],
  ['uk', '(laughs) Stop!', 'Стій! (сміється)'],
  ['zh', '[door creaks]', '〔门响〕'],
  ['fr', '[sighs]', '*soupir*'],
  ['hu', 'He said "yes".', 'Azt mondta, ,,igen".'],
  ['he', 'In the IDF.', 'בצה”ל.'],
  ['pt', 'Are you ready?', 'Você está pronto(a)?'],
  ['ru', 'Are you ready?', 'Ты готов(а)?'],
  ['de', 'Ask your teacher.', 'Frag deine(n) Lehrer(in).'],
])('accepts the signs in %s: %j → %j', (to, original, translation) => {
  expect(wordsOfKind('punctuation-differs', original, translation, { to })).toBeUndefined();
});

test.each([
  ['a suggestion', 'あなたの弟に頼んだら？', 'We could ask your brother.', undefined],
  ['a doubt', '何かの間違いでは？', 'There must be some mistake.', undefined],
  ['surprise', '- 駐車もできないのに？\n- バスで行くさ', "- You can't even park.\n- I'd take the bus.", undefined],
  ['a question', 'この家 どうする？', 'What are we going to do with the house.', 'Missing: “?”.'],
  ['a question beside a suggestion', '頼んだら？ どうする？', 'We could ask him. What shall we do.', 'Missing: “?”.'],
])('the question mark of a Japanese half sentence may become a statement: %s', (_, original, translation, words) => {
  expect(wordsOfKind('punctuation-differs', original, translation, { from: 'ja', to: 'en' })).toBe(words);
});

test.each([
  ['of one line among a few are reported', 1, [1]],
  ['of two lines among a few are the translator’s choice', 2, []],
])('lost dots %s', (_, lost, expected) => {
  const pairs = Array.from({ length: 5 }, (_, at) => ['But then…', at < lost ? 'Але тоді' : 'Але тоді…'] as const);
  expect(differing('uk', pairs)).toEqual(expected);
});

test('accepts missing brackets if the film omits brackets, but reports a bracket that is not closed', () => {
  const lines = Array.from({ length: 12 }, (_, index) => lineOf('[sighs]', 'Зітхає', index + 1));
  const odd = lineOf('[sighs]', '[Зітхає', 13);
  expect([...judge([...lines, odd], factsOf([...lines, odd])).keys()]).toEqual([13]);
});

/** The numbers of the lines whose punctuation differs. */
function differing(to: string, pairs: readonly (readonly [original: string, translation: string])[]) {
  const lines = pairs.map(([original, translation], index) => lineOf(original, translation, index + 1));
  const found = judge(lines, factsOf(lines, { to }));
  return lines.flatMap(({ number }) =>
    found.get(number)?.some(({ kind }) => kind === 'punctuation-differs') ? number : [],
  );
}

test.each<readonly [to: string, pairs: readonly (readonly [original: string, translation: string])[]]>([
  [
    'de',
    [
      ['He told me to go home', 'Er sagte: „Geh nach Hause'],
      ['and to sleep.', 'und schlaf.“'],
    ],
  ],
  [
    'de',
    [
      ['He said: "Go home" again.', 'Er sagte wieder: "Geh'],
      ['Now.', 'nach Hause." Jetzt.'],
    ],
  ],
  [
    'fr',
    [
      ['He said: “Go.” Now.', 'Il a dit : « Va-t’en.'],
      ['Go away.', 'Dehors. » Voilà.'],
    ],
  ],
  [
    'da',
    [
      ['He said: "Go." Now.', 'Han sagde: »Gå.'],
      ['Go away.', 'Gå væk.«'],
    ],
  ],
  [
    'sv',
    [
      ['He said: "Go." Now.', 'Han sa: ”Gå.'],
      ['Go away.', 'Gå bort.”'],
    ],
  ],
  [
    'zh',
    [
      ['He said: “Go.” Now.', '他说“你走吧'],
      ['Go away.', '走开”他说'],
    ],
  ],
  [
    'ja',
    [
      ['He said: "Go." Now.', '彼は「行け'],
      ['Go away.', 'あっちへ」と言った'],
    ],
  ],
  [
    'uk',
    [
      ['(laughs) Stop.', '(сміється і кричить'],
      ['Go away!', 'голосно) Стій!'],
    ],
  ],
  [
    'de',
    [
      ['I read it:', 'Da stand: „Komm'],
      ['come home,', 'nach Hause,'],
      ['all of you.', 'ihr alle.“'],
    ],
  ],
])('[D14.47] accepts a quotation or a bracket that ends in a later line, in %s', (to, pairs) => {
  expect(differing(to, pairs)).toEqual([]);
});

test.each<readonly [what: string, pairs: readonly (readonly [original: string, translation: string])[]]>([
  [
    'opens twice',
    [
      ['He said: "Go."', 'Er sagte: „Geh.'],
      ['She said: "No."', 'Sie sagte: „Nein.'],
    ],
  ],
  [
    'closes twice',
    [
      ['"Go," he said.', 'Geh“, sagte er.'],
      ['"No," she said.', 'Nein“, sagte sie.'],
    ],
  ],
  [
    'closes before it opens',
    [
      ['"Go," he said.', 'Geh“, sagte er.'],
      ['He said: "No."', 'Er sagte: „Nein.'],
    ],
  ],
])('[D14.47] reports each line that has lost a mark: %s', (_, pairs) => {
  expect(differing('de', pairs)).toEqual([1, 2]);
});

test.each<
  readonly [what: string, lost: readonly number[], pairs: readonly (readonly [original: string, translation: string])[]]
>([
  [
    'a bracket and a quotation mark',
    [1, 3],
    [
      ['(sighs) Well, good.', '(seufzt Na gut.'],
      ['Come in.', 'Komm rein.'],
      ['He said: "Go home."', 'Er sagte: Geh nach Hause.“'],
    ],
  ],
  [
    'brackets of two remarks',
    [1, 4],
    [
      ['(laughs) Stop!', '(lacht Halt!'],
      ['Come in.', 'Komm rein.'],
      ['Yes.', 'Ja.'],
      ['Go. (sighs)', 'Geh. seufzt)'],
    ],
  ],
])('[D14.47] marks that do not belong together complete no pair: %s', (_, lost, pairs) => {
  expect(differing('de', pairs)).toEqual(lost);
});

test('reports a lost mark far from another one', () => {
  const between = Array.from({ length: 4 }, () => ['Well.', 'Nun ja.'] as const);
  expect(
    differing('de', [['He said: "Go."', 'Er sagte: „Geh.'], ...between, ['"No," she said.', 'Nein“, sagte sie.']]),
  ).toEqual([1, 6]);
});

test('accepts missing signs that the whole film omits', () => {
  const lines = Array.from({ length: 12 }, (_, index) => lineOf('Really?', 'จริงเหรอ', index + 1));
  expect(judge(lines, factsOf(lines, { to: 'th' })).size).toBe(0);
});

test.each([
  ['uk', 'Ні,  дякую.', 'Two spaces in a row.', 'Ні, дякую.'],
  ['uk', 'Ні \u00a0дякую.', 'Two spaces in a row.', 'Ні дякую.'],
  ['fr', 'Non , merci.', 'Space before a comma or full stop.', 'Non, merci.'],
  ['uk', 'Це вас .', 'Space before a comma or full stop.', 'Це вас.'],
  ['hi', 'नहीं , धन्यवाद', 'Space before a comma or full stop.', 'नहीं, धन्यवाद'],
  ['de', 'Ich habe habe es.', 'Word twice: “habe”.', 'Ich habe es.'],
  ['de', 'Ich gehe\ngehe nach Haus.', 'Word twice: “gehe”.', 'Ich gehe\nnach Haus.'],
  ['de', 'Haus\nHaus Haus.', 'Word twice: “Haus”.', 'Haus.'],
  ['de', 'Ich gehe\ngehe.', 'Word twice: “gehe”.', 'Ich gehe.'],
  ['de', '<i>Ich habe  <b>,</b></i>', 'Two spaces in a row.', '<i>Ich habe <b>,</b></i>'],
  ['uk', 'Він прийшов прийшов.', 'Word twice: “прийшов”.', 'Він прийшов.'],
])('reports and fixes wrong spaces in %s: %j', (to, translation, words, fixed) => {
  const line = lineOf('Something else.', translation);
  expect(wordsOfKind('spacing', 'Something else.', translation, { to })).toBe(words);
  expect(fixOf(line, 'spacing', factsOf([line], { to }))).toBe(fixed);
});

test.each([
  ['the spaces of the original', 'en', 'One,  two', 'Eins,  zwei'],
  ['a word said twice in the original', 'de', 'Very very good', 'Sehr sehr gut'],
  ['three dots', 'de', 'Well...', 'Na ja ...'],
  ['a decimal number', 'de', 'Half', 'Nur .5'],
  ['spaces before French marks', 'fr', 'Really?!', 'Vraiment ?!'],
  ['doubled French pronouns', 'fr', 'You see each other.', 'Vous vous voyez.'],
  ['English', 'en', 'Он это имел.', 'He had had that that day.'],
  ['doubled German articles', 'de', 'Those who', 'Die, die die Katze sahen'],
  ['Indonesian doubled words', 'id', 'Children', 'anak anak'],
  ['Turkish doubled words', 'tr', 'Slowly', 'yavaş yavaş'],
  ['Hindi doubled words', 'hi', 'Slowly', 'धीरे धीरे'],
  ['a word that begins like the word before', 'de', 'A', 'von vonnöten, an anderen'],
  ['a Japanese full-width space', 'ja', 'A', 'はい　はい'],
  ['spaces at the ends of lines', 'de', 'A', 'Na gut  \nalso'],
])('accepts spaces and doubled words: %s', (_, to, original, translation) => {
  expect(wordsOfKind('spacing', original, translation, { to })).toBeUndefined();
});

test.each([
  ['he', 'Slowly.', 'לאט לאט.'],
  ['he', 'I love you so much.', 'אני מאוד מאוד אוהב אותך.'],
  ['ar', 'I love you so much.', 'أحبك جدا جدا.'],
  ['fa', 'Very good.', 'خیلی خیلی خوب.'],
  ['it', 'How are you? So-so.', 'Come stai? Sto così così.'],
  ['it', 'Slowly, now.', 'Andiamo, piano piano.'],
  ['el', 'We go slowly.', 'Πάμε σιγά σιγά.'],
  ['pt-BR', 'See you soon.', 'A gente se vê logo logo.'],
  ['nl', 'Because it is the best.', 'Omdat het het beste is.'],
  ['hu', 'I know he is the man.', 'Tudom, hogy az az ember.'],
  ['en', 'Ich gab ihr ihr Buch.', 'I gave her her book.'],
  ['en', 'Es ist eben eine Falle.', 'What it is is a trap.'],
  ['ar', 'Ha, ha, ha!', 'ها ها ها!'],
  ['el', 'Fifty-fifty.', 'Μισά μισά.'],
  ['he', 'Ha, ha, ha!', 'חה חה חה!'],
])('accepts and keeps a correctly doubled word in %s: %j → %j', (to, original, translation) => {
  const line = lineOf(original, translation);
  expect(wordsOfKind('spacing', original, translation, { to })).toBeUndefined();
  expect(fixOf(line, 'spacing', factsOf([line], { to })) ?? translation).toBe(translation);
});

test('removes doubled spaces but keeps a word that the original doubles', () => {
  const line = lineOf('It is very very good.', 'Es ist  sehr sehr gut.');
  expect(wordsOfKind('spacing', line.original, line.translation ?? '', { to: 'de' })).toBe('Two spaces in a row.');
  expect(fixOf(line, 'spacing', factsOf([line], { to: 'de' }))).toBe('Es ist sehr sehr gut.');
});
