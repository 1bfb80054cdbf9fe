import { isTranslationModel } from '../models.ts';
import type { ModelInfo, ModelListOutcome } from '../provider.ts';
import type { HttpOutcome } from './http.ts';
import { UNEXPECTED_FORMAT } from './http.ts';

/** One page of a provider's model list, and the mark of the next page. */
export interface ModelPage {
  readonly models: readonly ModelInfo[];
  /** undefined or empty: this was the last page. */
  readonly next: string | undefined;
}

/** Most pages to read, so that a list that never ends does not keep the page reading for ever. */
const MOST_PAGES = 100;

/**
 * Reads a model list page by page, without the models that cannot translate. One failed page fails the list: half a list would hide
 * models.
 * @param fetchPage `at` is undefined for the first page, else what `readPage` gave as `next`
 * @param readPage gives undefined for a body that is no model list
 */
export async function listAllPages(
  fetchPage: (at: string | undefined) => Promise<HttpOutcome>,
  readPage: (body: unknown) => ModelPage | undefined,
): Promise<ModelListOutcome> {
  const models: ModelInfo[] = [];
  let at: string | undefined;
  for (let count = 0; count < MOST_PAGES; count++) {
    const outcome = await fetchPage(at);
    if (!outcome.ok) return outcome;
    const page = readPage(outcome.body);
    if (page === undefined) return { ok: false, failure: { kind: 'malformed', message: UNEXPECTED_FORMAT } };
    models.push(...page.models.filter(({ id }) => isTranslationModel(id)));
    if (!page.next || page.next === at) break;
    at = page.next;
  }
  return { ok: true, models };
}

/** Compares ids character by character, so that the order is the same in every browser language. */
export const byId = (a: ModelInfo, b: ModelInfo): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
