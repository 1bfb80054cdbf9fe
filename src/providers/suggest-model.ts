import { canTranslate, wordsOfId } from './can-translate.ts';
import { isMore, type ModelInfo } from './provider.ts';

/** Sizes that translate well and cheaply. */
const GOOD_SIZES = ['mini', 'flash', 'haiku', 'luna'];
/** Cheaper ones that translate worse. */
const LITE_SIZES = ['lite', 'nano', '8b'];
/** Made for hard thinking; a film costs many times as much, and is translated no better. */
const LARGE_SIZES = ['pro', 'opus', 'fable', 'mythos', 'astra', 'ultra', 'o1'];
/** May be gone or be another model tomorrow. */
const UNSETTLED = ['preview', 'exp', 'experimental', 'beta', 'latest'];

/**
 * The model of a live list to take for a person who never chose one: none that is over-expensive and none that is unsettled while
 * there is another; then those of a good size first, the newest of them. Undated lists: the higher version in the id counts as newer.
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

/** 1 or 0. */
const has = ({ id }: ModelInfo, words: readonly string[]): number =>
  Number(wordsOfId(id).some((word) => words.includes(word)));
