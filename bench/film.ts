import type { Phrase } from '../src/subtitles/document.ts';
import { createRandom } from './seeded-random.ts';

const WORDS =
  'я ты он мы не да но что как так это вот там тут уже ещё где кто она они нет ведь тебя меня просто потом сейчас ' +
  'знаю хочу могу надо домой время завтра вчера никто ничего почему зачем когда человек город вечером машина ' +
  'подожди послушай говорил увидел случилось поверить осторожно расскажи невозможно обязательно';

/** Lengths of a phrase's text; 31 characters on average. */
const SHORTEST_CHARACTERS = 6;
const LONGEST_CHARACTERS = 55;
/** Longer texts have two lines. */
const TWO_LINES_FROM_CHARACTERS = 33;

/** A film's subtitles in Russian, with one or two lines per phrase; the same seed gives the same film. */
export function createFilm({ phrases, seed = 1 }: { readonly phrases: number; readonly seed?: number }): Phrase[] {
  const random = createRandom(seed);
  const words = WORDS.split(' ');
  let atMs = 40_000;
  return Array.from({ length: phrases }, (_, index) => {
    const characters = SHORTEST_CHARACTERS + Math.floor(random() * (LONGEST_CHARACTERS - SHORTEST_CHARACTERS + 1));
    const text = textOf(characters, () => words[Math.floor(random() * words.length)] ?? 'да');
    const startMs = atMs + Math.floor(random() * 1_500);
    const endMs = startMs + 900 + 55 * text.length;
    atMs = endMs + 80;
    return { number: index + 1, time: `${timestamp(startMs)} --> ${timestamp(endMs)}`, text };
  });
}

function textOf(characters: number, nextWord: () => string): string {
  let text = nextWord();
  while (text.length < characters - 3) text += ` ${nextWord()}`;
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (whole.length < TWO_LINES_FROM_CHARACTERS) return whole;
  const middle = whole.indexOf(' ', whole.length / 2 - 4);
  return middle < 0 ? whole : `${whole.slice(0, middle)}\n${whole.slice(middle + 1)}`;
}

/** The form of .srt files, "00:01:02,345". */
export function timestamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = ms / 1_000;
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)},${String(ms % 1_000).padStart(3, '0')}`;
}
