import { type Clock, delay } from '../clock/clock.ts';
import { loadOnce } from '../lib/memo.ts';
import { followsFilm } from '../settings/default-prompt.ts';
import type { Settings } from '../settings/settings.ts';
import type { Session } from './session.ts';
import { canTranslate } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

export interface FollowFilmOptions {
  readonly session: Pick<Session, 'store' | 'analysis'>;
  readonly settings: Pick<Settings, 'store' | 'followFilm'>;
  readonly clock: Clock;
}

/** What sends, and what is known of languages. */
export const loadRunPart = loadOnce(() => import(/* webpackChunkName: "run" */ './run-part.ts'));

/** A run that begins at once goes on with the prompt that it began with. */
const SETTLED_MS = 100;

/**
 * A standard prompt that nobody has typed or chosen follows the film that is opened (specification, D11.20). What is returned is to be
 * called before a run begins: it gives a promise while a film that was just opened has not been looked at yet, else undefined.
 */
export function followFilm({ session, settings, clock }: FollowFilmOptions): () => Promise<void> | undefined {
  /** The film that was looked at last, with a prompt that followed. */
  let seen: SessionState | undefined;
  let waiting = new AbortController();

  const isDue = (): boolean => {
    const film = session.store.getState();
    const isSeen = seen !== undefined && isSameFilm(film, seen);
    return !isSeen && followsFilm(settings.store.getState()) && canTranslate(film);
  };

  async function follow(): Promise<void> {
    if (!isDue()) return;
    const film = session.store.getState();
    seen = film;
    const [{ promptForFilm }, source] = await Promise.all([loadRunPart(), session.analysis.look()]);
    // Another film was opened meanwhile, or a prompt was typed.
    if (!isSameFilm(session.store.getState(), film)) return;
    const prompt = promptForFilm(source?.language, globalThis.navigator?.language ?? 'en');
    if (prompt !== undefined && followsFilm(settings.store.getState())) settings.followFilm(prompt);
  }

  let following: Promise<void> | undefined;
  function start(): Promise<void> {
    waiting.abort();
    const done = Promise.all([following, follow()]).then(
      () => {},
      // Its code is part of the run's: without it nothing is sent either.
      () => {},
    );
    following = done;
    void done.then(() => {
      if (following === done) following = undefined;
    });
    return done;
  }

  function startSoon(): void {
    waiting.abort();
    if (!isDue()) return;
    waiting = new AbortController();
    const { signal } = waiting;
    void delay(clock, SETTLED_MS, { signal }).then(() => (signal.aborted ? undefined : start()));
  }

  session.analysis.source.subscribe(({ view }) => {
    if (view) startSoon();
  });
  session.store.subscribe((state, before) => {
    if (state.role !== before.role) startSoon();
  });
  settings.store.subscribe((state, before) => {
    if (!followsFilm(state) || followsFilm(before)) return;
    seen = undefined;
    startSoon();
  });
  return () => (following || isDue() ? start() : undefined);
}

const isSameFilm = (one: SessionState, other: SessionState): boolean =>
  one.sourceText === other.sourceText && one.readAs === other.readAs && one.withoutStyles === other.withoutStyles;
