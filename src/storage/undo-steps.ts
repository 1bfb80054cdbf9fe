import * as v from 'valibot';
import { slotOf } from '../engine/batch.ts';
import { factsToStore, filmStepSchema, oldResultStepSchema, partStepSchema } from '../film/accepted-facts.ts';
import { type BatchBefore, EMPTY_WORK, type Undo } from '../film/film.ts';
import { isStepOf, rememberAll } from '../film/undo.ts';
import { modelName } from '../providers/models.ts';
import { filmTexts, parseFilm, SESSION_KEYS } from './film-codec.ts';

/** `head`, `film`: of stepTexts(), the head parsed. null: unusable. */
export function parseStep(head: unknown, film: readonly unknown[], previous: Undo | null): Undo | null {
  const part = v.safeParse(partStepSchema, head);
  if (part.success) return { ...part.output, previous };
  if (film.length === 0 || film.some((text) => typeof text !== 'string')) return null;
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, String(film[index])]));
  const { state, broken } = parseFilm({ read: (key) => texts.get(key) ?? null, incompleteWrite: false });
  if (broken.size > 0) return null;
  const step = v.safeParse(filmStepSchema, head);
  if (step.success) return { ...rememberAll({ ...state, undo: previous }, step.output.command), ...step.output };
  const ofResult = v.safeParse(oldResultStepSchema, head);
  if (!ofResult.success) return null;
  const { translated, ownResult, isCleared } = state;
  const result = { translated, ownResult, isCleared, error: null };
  const { lines } = ofResult.output;
  return { command: 'change-lines', words: 'The translated text was replaced', lines, result, previous };
}

/** A step's own facts as a text, and the texts of the film that it discarded, in the order of the stored keys; none: it discarded no film. */
export function stepTexts(step: Undo): { readonly head: string; readonly film: readonly string[] } {
  const entry = (facts: object, film: readonly string[] = []) => ({
    head: JSON.stringify({ ...facts, previous: undefined }),
    film,
  });
  if (isStepOf(step, 'batch')) {
    const { command, isPassed } = step;
    return entry({ command, isPassed, ...batchToStore(step) });
  }
  if (isStepOf(step, 'batches')) return entry({ ...step, batches: step.batches.map(batchToStore) });
  if (!isStepOf(step, 'film')) return entry(step);
  const { before, ...head } = step;
  const named = step.madeWith && { madeWith: { ...step.madeWith, model: modelName(step.madeWith.model) } };
  return entry({ ...head, ...named }, Object.values(filmTexts({ ...EMPTY_WORK, ...before })));
}

const batchToStore = ({ index, batch, made }: BatchBefore): object => ({
  index,
  slot: slotOf(batch),
  details: factsToStore(batch),
  made: made ?? undefined,
});
