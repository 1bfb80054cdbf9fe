import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Suggestion, Work } from '../../../../film/film.ts';
import { isConfirmed, lineOf, marksOf, stampOfLine } from '../../../../film/lines.ts';
import type { Session } from '../../../../film/session.ts';
import type { SuggestionVerdict } from '../../../../film-worker/calls.ts';
import { memoizeByObject } from '../../../../lib/memo.ts';
import type { Line } from '../../../../review/line.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { useJudged } from '../line-judge.ts';

type State = Pick<Work, 'phrases' | 'results' | 'marks' | 'suggestions'>;

/** What was told of suggested texts, with the line's own text then. */
export type Verdicts = ReadonlyMap<Suggestion, SuggestionVerdict & { readonly translation: string | undefined }>;

const UNKNOWN: SuggestionVerdict = { warnings: [], isSound: false };
const verdictsOf = memoizeByObject((_session: Session) => createStore<Verdicts>(() => new Map()));

/** What is known of the texts that are suggested: as useVerdictsAsked has asked for it last. */
export const useVerdicts = (): Verdicts => useStore(verdictsOf(useServices().session));

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
    const asked = Object.entries(of.suggestions).flatMap(([key, all]) =>
      withText(all).map((one) => ({ number: Number(key), one })),
    );
    if (version === undefined || asked.length === 0) return;
    void analysis.orNothing(async () => {
      const texts = asked.map(({ number, one }) => [number, one.text] as const);
      const found = await analysis.ask('verdicts', texts);
      if (!found) return;
      const known = asked.map(({ number, one }, place) => {
        const { translation } = lineOf(of, number) ?? {};
        return [one, { ...(found[place] ?? UNKNOWN), translation }] as const;
      });
      verdictsOf(session).setState(new Map(known), true);
    });
  }, [session, version, suggestions, results]);
}

/** What is to be told of a text that is suggested for a line; as long as that is not known, it is not sound. */
export function verdictOn(verdicts: Verdicts, { translation }: Line, suggestion: Suggestion): SuggestionVerdict {
  const known = verdicts.get(suggestion);
  return known && known.translation === translation ? known : UNKNOWN;
}

/** Those that have a text, the newest last; those that were asked for in place of another text are stale. */
export const withText = (suggestions: readonly Suggestion[] = []) =>
  suggestions.filter((one): one is Suggestion & { readonly text: string } => one.text !== undefined);

/** What "Use all" could take: the newest suggestion of each line whose text is still the one (`of`) it was asked in place of. */
export const candidates = (state: State, verdicts: Verdicts, ticks: ReadonlyMap<number, boolean>) =>
  Object.keys(state.suggestions).flatMap((key) => {
    const number = Number(key);
    const line = lineOf(state, number);
    const newest = withText(state.suggestions[number]).at(-1);
    if (!line || !newest || newest.of !== stampOfLine(state, number)) return [];
    return {
      number,
      text: newest.text,
      of: newest.of,
      isConfirmed: isConfirmed(marksOf(state, line)),
      isTicked: ticks.get(number) ?? verdictOn(verdicts, line, newest).isSound,
    };
  });
