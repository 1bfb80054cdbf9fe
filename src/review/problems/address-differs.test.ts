import { describe, expect, test } from 'vitest';
import { factsOf, lineOf, NOTHING_KNOWN } from '../../../test/review-film.ts';
import { standardPrompt, type Tone } from '../../languages/prompt-language.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import { filmFacts } from '../film-facts.ts';
import { judge } from '../judge.ts';
import { limitsFor } from '../measured-line.ts';
import { agreedAddress } from './address-differs.ts';

const notesWith = (...forms: readonly string[]) => ({
  ...NO_NOTES,
  address: forms.map((form) => ({ from: 'Anna', to: 'Tom', form })),
});

/** Judges one line of a film whose notes have one row with this form of address. Returns the sentence about the problem. */
function wordsOf(to: string, form: string, translation: string, original = 'Are you here?'): string | undefined {
  const line = lineOf(original, translation);
  const { source } = factsOf([line], { to });
  const address = agreedAddress(notesWith(form), { prompt: '', tone: undefined }, to);
  const film = filmFacts([line], source, { ...NOTHING_KNOWN, language: to, limits: limitsFor(to), address });
  return judge([line], film)
    .get(1)
    ?.find(({ kind }) => kind === 'address')?.words;
}

describe('the problem of a wrong form of address', () => {
  test.each<readonly [to: string, form: string, translation: string, word: string | undefined]>([
    ['pt-BR', 'você', 'Você está aqui?', undefined],
    ['pt-BR', 'você', 'Você sabe que eu te amo, teu bobo.', undefined],
    ['pt-BR', 'você', 'Tu está aqui?', 'Tu'],
    ['pt', 'tu', 'Estás aqui?', undefined],
    ['pt', 'tu', 'Você está aqui?', 'Você'],
    ['pt', 'tu', 'Vocês estão aqui?', undefined],
    ['pt', 'informal', 'O senhor está aqui?', 'O senhor'],
    ['pt', 'informal', 'O senhor Silva está aqui?', undefined],
    ['pt', 'informal', 'Louvem o Senhor! Rezem ao Senhor.', undefined],
    ['pt', 'informal', 'Aquele senhor está aqui?', undefined],
    ['pt', 'informal', 'Tu e você.', undefined],
    ['pt', 'formal', 'Estás aqui?', 'Estás'],
    ['pt', 'formal', 'Você está aqui?', undefined],
    ['es', 'tú', '¿Está usted aquí?', 'usted'],
    ['es', 'informal', '¿Están ustedes aquí?', undefined],
    ['es', 'formal', '¿Tienes hambre?', 'Tienes'],
    ['fr', 'tu', 'Vous êtes là ?', 'Vous'],
    ['fr', 'tu', 'Vous deux, venez !', undefined],
    ['fr', 'tu', 'Vous êtes prêts ?', undefined],
    ['fr', 'tu', 'Êtes-vous déjà fatiguées ?', undefined],
    ['fr', 'tu', 'Vous êtes des idiots.', undefined],
    ['fr', 'tu', 'Vous êtes dans la maison ?', 'Vous'],
    ['fr', 'tu', 'Vous êtes assis ?', 'Vous'],
    ['fr', 'tu', 'Décidez entre vous.', undefined],
    ['fr', 'vous', 'T’es là ?', 'T’es'],
    ['fr', 'vous', 'Vous êtes là ?', undefined],
    ['de', 'du', 'Sie sind hier.', undefined],
    ['de', 'du', 'Wer? Sie vielleicht.', undefined],
    ['de', 'du', '- Ja.\n- Sie ist hier.', undefined],
    ['de', 'du', 'Sind Sie hier?', 'Sie'],
    ['de', 'du', 'Sind sie hier?', undefined],
    ['de', 'duzen', 'Ist das Ihr Auto?', 'Ihr'],
    ['de', 'Sie', 'Bist du hier?', 'du'],
    ['de', 'formal', 'Das ist dein Auto.', 'dein'],
    ['de', 'formal', 'Das Durcheinander.', undefined],
    ['it', 'informal', 'Come sta, Lei?', 'Lei'],
    ['it', 'informal', 'Lei è qui.', undefined],
    ['it', 'Lei', 'Dove sei tu?', 'tu'],
    ['ru', 'ты', 'Вы здесь?', 'Вы'],
    ['ru', 'ты', 'Вы все здесь?', undefined],
    ['ru', 'ты', 'Вы знаете друг друга?', undefined],
    ['ru', 'ты', 'Вы втроём идёте?', undefined],
    ['ru', 'ты', 'Высокий выход.', undefined],
    ['ru', 'вы', 'Где твой дом?', 'твой'],
    ['pl', 'ty', 'Czy pan tu jest?', 'pan'],
    ['pl', 'ty', 'Czy pan Kowalski tu jest?', undefined],
    ['pl', 'pani', 'Gdzie jesteś?', 'jesteś'],
    ['ja', 'formal', 'お前は誰だ', undefined],
  ])('[D15.42] into %s, with the agreed form "%s", judges the address in %s', (to, form, translation, word) => {
    expect(wordsOf(to, form, translation)).toEqual(word && expect.stringContaining(`“${word}”`));
  });

  test('accepts a plural form of address if several people may be addressed', () => {
    expect(wordsOf('fr', 'tu', 'Vous êtes là ?', 'You guys here?')).toBeUndefined();
    expect(wordsOf('ru', 'ты', 'Вы здесь?', 'Are you all here?')).toBeUndefined();
    expect(wordsOf('fr', 'tu', 'Vous êtes là ?', 'Вы здесь?')).toBeUndefined();
    expect(wordsOf('fr', 'tu', 'Faites-le vous-mêmes.', 'Do it yourselves.')).toBeUndefined();
    expect(wordsOf('ru', 'ты', 'Кто из вас это взял?', 'Which of you took it?')).toBeUndefined();
    expect(wordsOf('ru', 'ты', 'Вы знакомы?', 'Do you know each other?')).toBeUndefined();
    expect(wordsOf('fr', 'tu', 'C’est votre chien ?', 'Ist das euer Hund?')).toBeUndefined();
    expect(wordsOf('fr', 'tu', 'Je suis fier de vous.', 'I am proud of you.')).toBeDefined();
    expect(wordsOf('fr', 'tu', 'Vous êtes là ?', 'Ты здесь?')).toBeDefined();
  });

  test('quotes the row of the film notes that a form of address contradicts', () => {
    expect(wordsOf('de', 'du', 'Sind Sie hier?')).toBe(
      'Form of address: “Sie” is formal. The film notes say “du” (Anna to Tom).',
    );
  });
});

describe('the agreed form of address', () => {
  const prompt = (tone: Tone) => standardPrompt({ from: 'en', into: 'de', tone });
  test.each<readonly [what: string, forms: readonly string[], prompt: string, form: string | undefined]>([
    ['all rows agree', ['du', 'informal', 'Du'], '', 'informal'],
    ['the rows disagree', ['du', 'Sie'], '', undefined],
    ['a row is unclear', ['du', 'as friends'], '', undefined],
    ['a row contradicts the prompt', ['Sie'], prompt('informal'), 'formal'],
    ['the rows disagree and the prompt is clear', ['Sie', 'du'], prompt('informal'), undefined],
    ['only the prompt has a tone', [], prompt('formal'), 'formal'],
    ['the prompt is neutral', [], prompt('neutral'), undefined],
    ['a person wrote the prompt', [], 'Translate informally.', undefined],
    ['the only row is blank', [' '], prompt('formal'), 'formal'],
  ])('[D15.42] finds the agreed form of address, or no form, when %s', (_, forms, said, form) => {
    expect(agreedAddress(notesWith(...forms), { prompt: said, tone: undefined }, 'de')?.form).toBe(form);
  });

  test('[D15.42] takes the informal tone of a standard prompt for a rule only if a person has chosen it', () => {
    const formOf = (tone: Tone | undefined) =>
      agreedAddress(NO_NOTES, { prompt: prompt('informal'), tone }, 'de')?.form;
    expect([undefined, 'formal', 'informal'].map((tone) => formOf(tone as Tone | undefined))).toEqual([
      undefined,
      undefined,
      'informal',
    ]);
  });
});
