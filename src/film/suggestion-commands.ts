import { ABORTED } from '../engine/retry.ts';
import type { Run } from '../engine/run.ts';
import type { Ask } from '../engine/run-state.ts';
import type { Wish } from '../translation/suggestions.ts';
import type { StateAccess } from './film.ts';
import type { NewAsk, Session } from './session.ts';

export interface AskingOptions extends StateAccess {
  readonly run: Pick<Run, 'pump' | 'abandon'>;
}

export interface Asking extends Pick<Session, 'ask' | 'stopAsking'> {
  /** As the run is stopped: answers that are under way are taken, and nothing more is sent. */
  finishAsking(): void;
}

/** What is asked for each line: equal for the same line with the same wish, in place of the same text. */
const meanings = ({ phrases, suggestion: { wish }, of }: NewAsk): readonly string[] =>
  phrases.map(({ number }) => JSON.stringify([number, of[number], wishFor(wish, number)]));

/** The wish as far as it is about one line. */
function wishFor(wish: Wish, number: number): unknown {
  if (wish.kind === 'shorter') return [wish.kind, wish.most[number]];
  return wish.kind === 'fix' ? [wish.kind, wish.problems[number]] : wish;
}

/** The commands that ask the model for suggestions, and stop asking. */
export function createAsking({ getState, dispatch, run }: AskingOptions): Asking {
  let count = 0;
  const end = ({ id, correcting }: Ask) => {
    const failure = { kind: 'cancelled', message: ABORTED } as const;
    dispatch({ type: 'ask-ended', id, texts: correcting?.texts ?? {}, failure });
  };
  return {
    ask(asks) {
      const under = new Set(getState().asks.flatMap(meanings));
      // A second click before the first is answered would pay the same twice; what is left of that may be asked for in parts by now.
      const added = asks.filter((ask) => !meanings(ask).every((meaning) => under.has(meaning)));
      if (added.length === 0) return;
      const waiting = added.map((ask) => ({ ...ask, id: `suggest ${++count}`, stage: 'waiting' as const }));
      dispatch({ type: 'lines-asked', asks: waiting });
      run.pump();
    },
    stopAsking() {
      for (const ask of getState().asks) {
        run.abandon(ask.id);
        end(ask);
      }
    },
    finishAsking() {
      for (const ask of getState().asks) {
        if (ask.stage === 'waiting') end(ask);
        else dispatch({ type: 'ask-changed', ask: { ...ask, stage: 'last' } });
      }
    },
  };
}
