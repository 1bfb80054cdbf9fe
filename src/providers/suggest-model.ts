import type { ModelInfo } from './provider.ts';

/** Ids that contain one of these do something else than answer in text. */
const NOT_FOR_TRANSLATION = [
  'audio',
  'realtime',
  'image',
  'tts',
  'transcribe',
  'search',
  'instruct',
  'codex',
  'embedding',
  'moderation',
  'deep-research',
];

/** Sizes that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku'];

/**
 * The model of a live list to take for a person who never chose one: those of a good size first, the newest of them.
 * Undated lists: the higher version in the id counts as newer.
 */
export function suggestModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  const fit = models.filter(({ id }) => !NOT_FOR_TRANSLATION.some((word) => id.includes(word)));
  return fit.toSorted(byMerit)[0];
}

function byMerit(a: ModelInfo, b: ModelInfo): number {
  return (
    Number(hasGoodSize(b)) - Number(hasGoodSize(a)) ||
    (b.createdAt ?? 0) - (a.createdAt ?? 0) ||
    Number(isLite(a)) - Number(isLite(b)) ||
    b.id.localeCompare(a.id, 'en', { numeric: true })
  );
}

/** Whole words of the id: "gemini" contains "mini". */
const words = ({ id }: ModelInfo) => id.split(/[^a-z0-9]+/i);
const hasGoodSize = (model: ModelInfo) => words(model).some((word) => GOOD_SIZES.includes(word));
const isLite = (model: ModelInfo) => words(model).includes('lite');
