import { isLeftToRun } from '../engine/state/run-selectors.ts';
import type { MadeWith } from '../engine/state/run-state.ts';
import { stampOf } from '../lib/stamp.ts';
import type { BatchCommand, FilmCommand, SessionState, Undo, UndoFacts } from './session-state.ts';

/** The state with the way back from a command that is about to throw something away. */
export function rememberAll(state: SessionState, command: FilmCommand): Extract<Undo, { before: UndoFacts }> {
  const { undo: previous, redo: _redo, role: _role, pace: _pace, shownBatch: _shown, asks: _asks, ...before } = state;
  return { command, before, previous };
}

/** The same where the command throws something away; else what could be taken back before. */
export const rememberIf = (needed: boolean, state: SessionState, command: FilmCommand): Undo | null =>
  needed ? rememberAll(state, command) : state.undo;

/** The same for mending: several times of it on one text are one step, back to the text before the first. `made`: the mended text. */
export function rememberMending(state: SessionState, made: string): Undo {
  const { undo, sourceText } = state;
  const madeStamp = stampOf(made);
  return undo?.command === 'mend-original' && undo.madeStamp === stampOf(sourceText)
    ? { ...undo, madeStamp }
    : { ...rememberAll(state, 'mend-original'), madeStamp };
}

/** The same for one batch. `made`: the output that the command puts in place of what was there. */
export function rememberBatch(state: SessionState, index: number, command: BatchCommand, made?: string): Undo {
  const { undo, results, details } = state;
  const before = { index, slot: results[index], details: details[index] ?? {} };
  return { command, ...before, ...(made !== undefined && { made }), previous: undo };
}

/** The same where there is any work that the command throws away. */
export function rememberWork(state: SessionState, command: FilmCommand, madeWith?: MadeWith): Undo | null {
  const { sourceText, results, translated, undo } = state;
  if (sourceText === '' && results.length === 0 && translated === '') return undo;
  return { ...rememberAll(state, command), ...(madeWith && { madeWith }) };
}

/** Taking the command back changes the whole film, not one text or one batch of it. */
export const bringsBackFilm = ({ command }: Undo): boolean =>
  command === 'restart' ||
  command === 'open-project' ||
  command === 'open-original' ||
  command === 'clear-original' ||
  command === 'mend-original' ||
  command === 'bring-back';

/**
 * The state before the newest command that can be taken back. What has come since is not lost by that: a step that brings it back is
 * put under all others, so that Undo goes on to what is older first. `settings`: those of now.
 */
export function takeBack(state: SessionState, settings?: MadeWith): SessionState {
  const { undo } = state;
  if (undo === null || undo.command === 'change-lines') return state;
  const { previous } = undo;
  const rest = { ...state, undo: null };
  switch (undo.command) {
    case 'restart':
    case 'open-project':
    case 'open-original':
    case 'clear-original':
    case 'mend-original':
    case 'bring-back': {
      const newer = rememberWork(rest, 'bring-back', undo.madeWith && settings);
      return { ...filmOf(state, undo.before), undo: underneath(previous, newer) };
    }
    case 'clear-translated':
    case 'assemble-again':
    case 'bring-back-text': {
      const { translated, translatedEdited, translatedStale, error, results } = undo.before;
      const newer = rememberIf(state.translatedEdited && state.translated !== translated, rest, 'bring-back-text');
      return {
        ...state,
        translated,
        translatedEdited,
        translatedStale: translatedStale || results !== state.results,
        ...(undo.command === 'clear-translated' && { error }),
        undo: underneath(previous, newer),
      };
    }
    case 'translate-again':
    case 'fill-gaps':
    case 'bring-back-batch':
      return takeBatchBack(state, undo);
  }
}

/** The batch as it was before the step; what a person has edited since is put under all steps. */
function takeBatchBack(state: SessionState, undo: Extract<Undo, { index: number }>): SessionState {
  const { index, slot, made } = undo;
  if (index >= state.results.length) return { ...state, undo: undo.previous };
  const now = state.results[index];
  const { usage, edited } = state.details[index] ?? {};
  // What it was to be sent again for is the person's decision now.
  const { retry: _, secondChance: __, ...details } = undo.details;
  const newer =
    edited && now != null && now[1] !== made
      ? rememberBatch({ ...state, undo: null }, index, 'bring-back-batch')
      : null;
  return {
    ...state,
    results: state.results.with(index, slot),
    // Tokens stay counted: they were spent.
    details: state.details.with(index, { ...details, ...(usage && { usage }) }),
    translatedStale: state.translatedStale || (state.translated !== '' && now !== slot),
    undo: underneath(undo.previous, newer),
  };
}

/** The steps with another one under the oldest. */
function underneath(undo: Undo | null, step: Undo | null): Undo | null {
  if (undo === null || step === null) return undo ?? step;
  return { ...undo, previous: underneath(undo.previous, step) };
}

/** What was under way goes on when the person says so, not by itself: it is paid for. */
function filmOf(state: SessionState, before: UndoFacts): SessionState {
  const results = before.results.map((slot) => slot ?? undefined);
  const details = before.details.map(({ byHand: _, startedAt: __, ...kept }) => kept);
  const film = { ...state, ...before, results, details, asks: [], pace: null, shownBatch: null };
  const waits = before.paused?.reason === 'failure' ? before.paused : ({ reason: 'person' } as const);
  const error = before.paused?.reason === 'outage' ? '' : before.error;
  return { ...film, error, paused: isLeftToRun(film) ? waits : null };
}
