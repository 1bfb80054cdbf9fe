import { canTranslate, wordsOfId } from './can-translate.ts';
import { isMore, type ModelInfo } from './provider.ts';

/** Words in the ids of models that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku', 'luna'];
/** Words in the ids of models that are cheaper and translate worse. */
const LITE_SIZES = ['lite', 'nano', '8b'];
/** Words in the ids of models for hard thinking: with them a film costs many times as much and is translated no better. */
const LARGE_SIZES = ['pro', 'opus', 'fable', 'mythos', 'astra', 'ultra', 'o1'];
/** Words in the ids of models that the provider may withdraw or exchange at any time. */
const UNSETTLED = ['preview', 'exp', 'experimental', 'beta', 'latest'];

/**
 * The model of a live list for a person who never chose one; undefined: none can translate. Large and unsettled models come last;
 * then good sizes come before others, and newer models before older ones. Without dates the higher version in the id counts as newer.
 */
export function suggestModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.filter(({ id, endpoint }) => isMore(endpoint) || canTranslate(id)).toSorted(byMerit)[0];
}

function byMerit(a: ModelInfo, b: ModelInfo): number {
  return (
    has(a, LARGE_SIZES) - has(b, LARGE_SIZES) ||
    has(a, UNSETTLED) - has(b, UNSETTLED) ||
    has(b, GOOD_SIZES) - has(a, GOOD_SIZES) ||
    has(a, LITE_SIZES) - has(b, LITE_SIZES) ||
    (b.createdAt ?? 0) - (a.createdAt ?? 0) ||
    b.id.localeCompare(a.id, 'en', { numeric: true })
  );
}

/** 1 if the id has one of the words, else 0. */
const has = ({ id }: ModelInfo, words: readonly string[]): number =>
  Number(wordsOfId(id).some((word) => words.includes(word)));
