import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionState, Suggestion } from '../../../../film/film.ts';
import { lineOf, marksOf, stampOfLine } from '../../../../film/lines.ts';
import type { Session } from '../../../../film/session.ts';
import type { SuggestionVerdict } from '../../../../film-worker/calls.ts';
import { once } from '../../../../lib/memo.ts';
import type { Line } from '../../../../review/line.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { useJudged } from '../line-judge.ts';

type State = Pick<SessionState, 'phrases' | 'results' | 'marks' | 'suggestions'>;

/** What was told of the texts that are suggested for lines, with the line's own text then; by keyOf. */
export type Verdicts = ReadonlyMap<string, SuggestionVerdict & { readonly translation: string | undefined }>;

export const keyOf = (number: number, text: string): string => `${number} ${text}`;

const UNKNOWN: SuggestionVerdict = { warnings: [], isSound: false };
const NOTHING_KNOWN: Verdicts = new Map();

const verdictsOf = once((_session: Session) =>
  createStore<{ readonly known: Verdicts }>(() => ({ known: NOTHING_KNOWN })),
);

/** What is known of the texts that are suggested: as useVerdictsAsked has asked for it last. */
export const useVerdicts = (): Verdicts => useStore(verdictsOf(useServices().session), ({ known }) => known);

/** Has the texts judged that are suggested, again after each change of them, of the lines, and of what the film is judged by. */
export function useVerdictsAsked(): void {
  const { session } = useServices();
  const { version } = useJudged();
  const suggestions = useSession((state) => state.suggestions);
  const results = useSession((state) => state.results);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is read from the session, after a change of these
  useEffect(() => {
    const { store, analysis } = session;
    const of = store.getState();
    const texts = Object.keys(of.suggestions).flatMap((key) =>
      textsFor(of, Number(key)).map(({ text }) => [Number(key), text] as const),
    );
    if (version === undefined || texts.length === 0) return;
    void analysis.orNothing(async () => {
      const found = await analysis.ask('verdicts', texts);
      if (!found) return;
      const known = texts.map(([number, text], place) => {
        const { translation } = lineOf(of, number) ?? {};
        return [keyOf(number, text), { ...(found[place] ?? UNKNOWN), translation }] as const;
      });
      verdictsOf(session).setState({ known: new Map(known) });
    });
  }, [session, version, suggestions, results]);
}

/** What is to be told of a text that is suggested for a line; as long as that is not known, it is not sound. */
export function verdictOn(verdicts: Verdicts, { number, translation }: Line, text: string): SuggestionVerdict {
  const known = verdicts.get(keyOf(number, text));
  return known && known.translation === translation ? known : UNKNOWN;
}

/** The texts that stand for a line, the newest last; those that were asked for in place of another text are stale. */
export const textsFor = (state: State, number: number) =>
  (state.suggestions[number] ?? []).filter(
    (one): one is Suggestion & { readonly text: string } => one.text !== undefined,
  );

/** One line that "Use all" could take. */
export interface Candidate {
  readonly number: number;
  readonly text: string;
  /** Stamp of the line's text that it was asked in place of. */
  readonly of: string;
  readonly isConfirmed: boolean;
  /** The person's tick, or whether the text is sound. */
  readonly isTicked: boolean;
}

/** The newest suggestion of each line whose text is still the one it was asked in place of. */
export function candidates(
  state: State,
  verdicts: Verdicts,
  ticks: ReadonlyMap<number, boolean>,
): readonly Candidate[] {
  return Object.keys(state.suggestions).flatMap((key): Candidate | readonly never[] => {
    const number = Number(key);
    const line = lineOf(state, number);
    const newest = textsFor(state, number).at(-1);
    if (!line || !newest || newest.of !== stampOfLine(state, number)) return [];
    return {
      number,
      text: newest.text,
      of: newest.of,
      isConfirmed: marksOf(state, line).confirmed === true,
      isTicked: ticks.get(number) ?? verdictOn(verdicts, line, newest.text).isSound,
    };
  });
}
