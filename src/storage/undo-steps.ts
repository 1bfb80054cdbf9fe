import * as v from 'valibot';
import { slotOf } from '../engine/batch.ts';
import { factsToStore, filmStepSchema, oldResultStepSchema, partStepSchema } from '../film/accepted-facts.ts';
import { EMPTY_WORK, type Step } from '../film/film.ts';
import { factsOfFilm, filmStep, stepOf } from '../film/steps.ts';
import { modelName } from '../providers/models.ts';
import { filmTexts, parseFilm, SESSION_KEYS } from './film-codec.ts';

/** Reads a step from the parsed head and the film texts of stepTexts(); null: unusable. */
export function parseStep(head: unknown, film: readonly unknown[]): Step | null {
  const part = v.safeParse(partStepSchema, head);
  if (part.success) return part.output;
  if (film.length === 0 || film.some((text) => typeof text !== 'string')) return null;
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, String(film[index])]));
  const { state, broken } = parseFilm({ read: (key) => texts.get(key) ?? null, incompleteWrite: false });
  if (broken.size > 0) return null;
  const step = v.safeParse(filmStepSchema, head);
  if (step.success) {
    const { command, madeWith, madeStamp, id, isUndone } = step.output;
    return { ...filmStep(command, factsOfFilm(state), madeWith, madeStamp, id), isUndone };
  }
  const ofResult = v.safeParse(oldResultStepSchema, head);
  if (!ofResult.success) return null;
  const { translated, ownResult, isCleared } = state;
  const words = 'replacing the translated text';
  const { lines } = ofResult.output;
  return stepOf('change-lines', { words, lines, fields: { translated, ownResult, isCleared } });
}

/**
 * `head`: the facts of a step as a text, with the names of the first version. `film`: the texts of the film that the step contains, in the order of
 * the stored keys; empty: it contains no film.
 */
export function stepTexts(step: Step): { readonly head: string; readonly film: readonly string[] } {
  const { command, film } = step;
  const isUndone = step.isUndone || undefined;
  if (!film) return { head: JSON.stringify({ command, isUndone, ...partToStore(step) }), film: [] };
  const { facts, settings, madeStamp, id } = film;
  const madeWith = settings ? { ...settings, model: modelName(settings.model), said: undefined } : undefined;
  return {
    head: JSON.stringify({ command, isUndone, madeWith, madeStamp: madeStamp ?? undefined, id: id ?? undefined }),
    film: Object.values(filmTexts({ ...EMPTY_WORK, ...facts })),
  };
}

function partToStore({ command, words, lines, batches, fields, made, prompt }: Step): object {
  const { notes, reading, error = null, ...result } = fields;
  if (command === 'change-notes') return { words, notes, made: made.notes };
  if (command === 'change-prompt') return { words, prompt };
  if (command === 'drop-reading') return { reading };
  if (command === 'change-lines')
    return { words, lines, result: result.translated === undefined ? null : { ...result, error } };
  const stored = batches.map(({ index, batch }) => ({ index, slot: slotOf(batch), details: factsToStore(batch) }));
  return stored.length === 1 ? { ...stored[0] } : { command: 'translate-together', batches: stored };
}
