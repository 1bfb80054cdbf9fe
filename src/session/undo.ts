import { isLeftToRun } from '../engine/run-selectors.ts';
import type { BatchCommand, FilmCommand, MadeWith, SessionState, Undo, UndoFacts } from './session-state.ts';

/** The state with the way back from a command that is about to throw something away. */
export function rememberAll(state: SessionState, command: FilmCommand): Extract<Undo, { before: UndoFacts }> {
  const { undo: previous, role: _role, pace: _pace, shownBatch: _shown, ...before } = state;
  return { command, before, previous };
}

/** The same where the command throws something away; else what could be taken back before. */
export const rememberIf = (needed: boolean, state: SessionState, command: FilmCommand): Undo | null =>
  needed ? rememberAll(state, command) : state.undo;

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
  command === 'bring-back';

/** The state before the newest command that can be taken back; what has come since and is not its affair stays. */
export function takeBack(state: SessionState): SessionState {
  const { undo } = state;
  if (undo === null) return state;
  const { previous } = undo;
  switch (undo.command) {
    case 'restart':
    case 'open-project':
    case 'open-original':
    case 'clear-original':
    case 'bring-back': {
      const results = undo.before.results.map((slot) => slot ?? undefined);
      const details = undo.before.details.map(({ byHand: _, startedAt: __, ...kept }) => kept);
      const film = { ...state, ...undo.before, results, details, pace: null, shownBatch: null };
      return {
        ...film,
        paused: pauseOfFilm(film),
        // The work in whose place the film comes is not lost either.
        undo: rememberWork({ ...state, undo: previous }, 'bring-back'),
      };
    }
    case 'clear-translated':
    case 'assemble-again': {
      const { translated, translatedEdited, translatedStale, error, results } = undo.before;
      return {
        ...state,
        translated,
        translatedEdited,
        translatedStale: translatedStale || results !== state.results,
        ...(undo.command === 'clear-translated' && { error }),
        undo: previous,
      };
    }
    case 'translate-again':
    case 'fill-gaps':
    case 'bring-back-batch': {
      const { index, slot, made } = undo;
      if (index >= state.results.length) return { ...state, undo: previous };
      const now = state.results[index];
      const { usage, edited } = state.details[index] ?? {};
      // What a person has written since is not lost either.
      const isEdited = edited && now != null && now[1] !== made;
      return {
        ...state,
        results: state.results.with(index, slot),
        // Tokens stay counted: they were spent.
        details: state.details.with(index, { ...undo.details, ...(usage && { usage }) }),
        translatedStale: state.translatedStale || (state.translated !== '' && now !== slot),
        undo: isEdited ? rememberBatch({ ...state, undo: previous }, index, 'bring-back-batch') : previous,
      };
    }
  }
}

/** What was under way goes on when the person says so, not by itself: it is paid for. */
function pauseOfFilm(film: SessionState): SessionState['paused'] {
  if (!isLeftToRun(film)) return null;
  return film.paused?.reason === 'failure' ? film.paused : { reason: 'person' };
}
