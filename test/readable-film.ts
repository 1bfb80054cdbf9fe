import { EMPTY_WORK, type Work } from '../src/film/film.ts';
import type { Phrase } from '../src/subtitles/document.ts';
import { batchAt, countBatches } from '../src/translation/batch.ts';
import { prettyJson } from '../src/translation/read-reply.ts';
import { batchesOf } from './batches.ts';

const ORIGINALS = [
  'Ты где был всю ночь?',
  'Не спрашивай, долгая история.',
  'Я ждала тебя до трёх часов.',
  'Прости, телефон сел, а такси не было.',
  'Ладно, садись завтракать.',
];
const TRANSLATIONS = [
  'Onde você estava a noite toda?',
  'Nem pergunta, é uma longa história.',
  'Eu te esperei até as três.',
  'Desculpa, o celular morreu e não tinha táxi.',
  'Tá bom, senta e toma café.',
];

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const at = (second: number): string =>
  `${twoDigits(second / 3_600)}:${twoDigits((second / 60) % 60)}:${twoDigits(second % 60)},000`;

/** A fully translated film with lines of realistic length. */
export function readableFilm(count: number): Work {
  const phrases = Array.from({ length: count }, (_, index): Phrase => {
    const text = ORIGINALS[index % ORIGINALS.length] ?? '';
    return { number: index + 1, time: `${at(index * 5)} --> ${at(index * 5 + 4)}`, text };
  });
  const results = Array.from({ length: countBatches(phrases) }, (_, index) => {
    const lines = batchAt(phrases, index).phrases;
    return ['', prettyJson(lines.map(({ number }) => [String(number), TRANSLATIONS[(number - 1) % 5] ?? '']))] as const;
  });
  return { ...EMPTY_WORK, phrases, batches: batchesOf(results) };
}
