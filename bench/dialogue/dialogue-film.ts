import { readFileSync } from 'node:fs';
import type { Line } from '../../src/review/line.ts';
import { createRandom } from '../seeded-random.ts';

/** The languages of dialogue.txt, in the order of each block's lines. */
export const LANGUAGES = ['en', 'ru', 'ja', 'ar', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = Readonly<Record<Language, string>>;

/** Names for {A} and {B}. */
const NAMES: readonly Texts[] = [
  { en: 'Anna', ru: 'Анна', ja: 'アンナ', ar: 'آنا', de: 'Anna' },
  { en: 'Martin', ru: 'Мартин', ja: 'マーティン', ar: 'مارتن', de: 'Martin' },
  { en: 'Olga', ru: 'Ольга', ja: 'オルガ', ar: 'أولغا', de: 'Olga' },
  { en: 'Tom', ru: 'Том', ja: 'トム', ar: 'توم', de: 'Tom' },
  { en: 'Lieutenant Park', ru: 'Лейтенант Пак', ja: 'パク中尉', ar: 'الملازم بارك', de: 'Leutnant Park' },
];

/** Consecutive blocks that stay together. */
const SCENE_BLOCKS = 6;
/** Share of short enough neighbours that are joined into one phrase. */
const JOINED_SHARE = 0.2;
const JOINED_CHARACTERS = 50;

const BLOCKS: readonly Texts[] = readFileSync(new URL('dialogue.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map(asTexts);

/** A dialogue and its human translation, without times. */
export interface DialogueFilm {
  readonly from: Language;
  readonly to: Language;
  readonly lines: number;
  readonly seed: number;
}

/** The dialogue's scenes in random order, with other names and numbers and some neighbours joined; beyond some 130 lines it repeats. */
export function createDialogueFilm({ from, to, lines, seed }: DialogueFilm): readonly Line[] {
  const random = createRandom(seed);
  const film: Line[] = [];
  let blocks: readonly Texts[] = [];
  while (film.length < lines) {
    if (blocks.length === 0) blocks = shuffledScenes(random).map((block) => filledIn(block, random));
    const [first, second] = blocks;
    if (!first) break;
    const joins = second !== undefined && isShort(first) && isShort(second) && random() < JOINED_SHARE;
    const textIn = (language: Language) =>
      joins ? `${first[language]}\n${second[language]}` : first[language].replace('|', '\n');
    film.push({ number: film.length + 1, time: '', original: textIn(from), translation: textIn(to) });
    blocks = blocks.slice(joins ? 2 : 1);
  }
  return film;
}

/** The film with a share of its translations replaced by texts with another meaning. */
export function withFreeTranslations(film: readonly Line[], share: number, seed: number): readonly Line[] {
  const random = createRandom(seed);
  return film.map((line) => {
    if (random() >= share) return line;
    const other = film[Math.floor(random() * film.length)] ?? line;
    return { ...line, translation: other.translation };
  });
}

const isShort = ({ en }: Texts): boolean => en.length < JOINED_CHARACTERS / 2 && !/[|♪<]|^-/.test(en);

function shuffledScenes(random: () => number): readonly Texts[] {
  const offset = Math.floor(random() * SCENE_BLOCKS);
  const scenes: (readonly Texts[])[] = [BLOCKS.slice(0, offset)];
  for (let at = offset; at < BLOCKS.length; at += SCENE_BLOCKS) scenes.push(BLOCKS.slice(at, at + SCENE_BLOCKS));
  return scenes
    .map((scene) => ({ scene, place: random() }))
    .sort((one, other) => one.place - other.place)
    .flatMap(({ scene }) => scene);
}

function filledIn(block: Texts, random: () => number): Texts {
  const name = NAMES[Math.floor(random() * NAMES.length)];
  const count = String(2 + Math.floor(random() * 90));
  const fill = (language: Language) =>
    block[language].replace(/\{[AB]\}/g, () => name?.[language] ?? '').replaceAll('{n}', count);
  return textsOf(fill);
}

function asTexts(block: string): Texts {
  const lines = block.split('\n');
  if (lines.length !== LANGUAGES.length) throw new Error(`dialogue.txt: not one line for each language: ${block}`);
  return textsOf((language) => lines[LANGUAGES.indexOf(language)] ?? '');
}

function textsOf(textIn: (language: Language) => string): Texts {
  return { en: textIn('en'), ru: textIn('ru'), ja: textIn('ja'), ar: textIn('ar'), de: textIn('de') };
}
