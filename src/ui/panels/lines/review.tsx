import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { outputOf, resultsOf } from '../../../engine/batch.ts';
import { isPending } from '../../../engine/run-state.ts';
import { canSave, type Work } from '../../../film/film.ts';
import { allLines, marksOf, placeOf } from '../../../film/lines.ts';
import type { FilmRow } from '../../../film/series.ts';
import { emptiedLines } from '../../../film/shown-facts.ts';
import { languageName } from '../../../languages/language-names.ts';
import { countWords, grouped } from '../../../lib/text.ts';
import { saveTextFile } from '../../kit/browser.ts';
import { Announced, Button, PlainButton } from '../../kit/button.tsx';
import { focusWhenShown } from '../../kit/focus.ts';
import { filmToReviewWords, shortNameOf, useFilmsToReview } from '../../state/next-film.ts';
import { usePrimaryVariant } from '../../state/next-step.ts';
import { type Services, useLinesShown, usePage, useServices, useSession } from '../../state/services.tsx';
import { emptiedWords } from '../../words/undo-words.ts';
import {
  choiceOf,
  countLines,
  type FilmProblems,
  isAwaitedBehind,
  type ReviewState,
  toReview as toReviewIn,
  useFilmProblems,
  useLineJudge,
  useReviewState,
} from './line-facts.ts';
import styles from './lines.module.css';
import {
  goToRow,
  lineKey,
  lineNumberOf,
  linesStoreOf,
  lineWords,
  numberText,
  SHOW_ALL,
  useLinesStore,
  useLinesView,
} from './lines-view.ts';

/**
 * Beside Download: the progress of the review, once it has begun. It never blocks Download. `always`: true in Lines. A line that a person emptied makes the
 * film incomplete.
 */
export function ReviewProgress({ always = false }: { always?: boolean }) {
  const isWhole = useSession(canSave);
  const state = useDeferredValue(useReviewState());
  const filmProblems = useFilmProblems();
  // Without marks no line is confirmed, so nothing is counted when a run ends.
  const mayBeConfirmed = isWhole && Object.keys(state.marks).length > 0;
  const confirmed = useMemo(
    () => (mayBeConfirmed ? countLines(state, filmProblems).shown.confirmed : 0),
    [mayBeConfirmed, state, filmProblems],
  );
  const emptied = useMemo(() => (isWhole ? '' : emptiedWords(emptiedLines(state))), [isWhole, state]);
  const all = state.phrases.length;
  if (emptied !== '') return <p className={styles.count}>{emptied}</p>;
  if (!isWhole || (confirmed === 0 && !always)) return null;
  return (
    <p id="review-progress" role="status" className={styles.count}>
      {confirmed === all
        ? all === 1
          ? 'The line is confirmed'
          : `All ${numberText(all)} lines are confirmed`
        : `${numberText(confirmed)} of ${lineWords(all)} ${confirmed === 1 || all === 1 ? 'is' : 'are'} confirmed.`}
    </p>
  );
}

/** If most batches came in a language that nobody asked for: one sentence for the whole film, and what to do. */
export function OtherLanguage() {
  const words = wrongLanguageWords(useFilmProblems());
  return words === '' ? null : <div className={styles.otherLanguage}>{words}</div>;
}

/** Empty: most batches came in the requested language. */
export function wrongLanguageWords({ batches, language, otherLanguages }: FilmProblems): string {
  const [most = []] = [...grouped(otherLanguages, ([, other]) => other).values()].sort(
    (one, other) => other.length - one.length,
  );
  const [first] = most;
  if (!first || most.length * 2 <= batches.length) return '';
  const [came, asked] = [first[1], language ?? ''].map((each) => languageName(each) ?? each);
  return `The translation looks ${came}, not ${asked}. If ${came} is right, choose it in Lines under “View options”. If ${came} is wrong, press Restart and open the file again. Check the prompt and the model, then press Translate. Undo brings this film back.`;
}

/** The code of the lines may still be loading. */
const LONGEST_WAIT_FRAMES = 600;

/**
 * After a run with lines that need a look: the main button, "Review 27 lines", which goes to the first one. Lines are judged and counted during the run, so
 * that little work is left at its end.
 */
export function ReviewHint({ hasEnded }: { hasEnded: boolean }) {
  const { page } = useServices();
  const state = useDeferredValue(useReviewState());
  const filmProblems = useFilmProblems();
  const counts = useMemo(() => countLines(state, filmProblems), [state, filmProblems]);
  const count = filmProblems.version ? counts.shown['to-review'] : 0;
  // Shown once all lines are judged. Later changes by hand do not hide it, so that the number never counts up from 0.
  const [countedFilm, setCountedFilm] = useState<Work['phrases']>();
  const newest = useSession(resultsOf);
  const isJudged = filmProblems.results === newest && resultsOf(state) === newest;
  const isDue = hasEnded && (countedFilm === state.phrases || isJudged);
  const counted = isDue ? state.phrases : undefined;
  if (counted !== countedFilm) setCountedFilm(counted);
  // If no reply came, as in an outage, there is nothing to review.
  const hasTexts = state.batches.some((batch) => outputOf(batch) !== '');
  const toReview = isDue && hasTexts ? count : null;
  // A film in the wrong language must be translated again, so the number of its lines that need a look is of no use.
  const known = wrongLanguageWords(filmProblems) === '' ? toReview : null;
  useEffect(() => page.setState({ toReview: known }), [page, known]);
  useEffect(() => () => page.setState({ toReview: null }), [page]);
  useEffect(() => {
    const [first = 0] = toReviewIn(state, filmProblems);
    if (isDue && isJudged) page.setState({ judged: { of: state, review: { count, first } } });
  }, [page, isDue, isJudged, state, filmProblems, count]);
  // In Lines it is above the commands.
  const inLines = useLinesShown();
  const isChecking = hasEnded && hasTexts && !isDue && !filmProblems.rulesFailed;
  if (isChecking && !inLines) return <p className={styles.count}>Checking the lines…</p>;
  return (
    <>
      {!inLines && (toReview ?? 0) > 0 && <OtherLanguage />}
      <ReviewButton state={state} own={toReview ?? 0} />
    </>
  );
}

/**
 * "Review 37 lines in 6 films": goes to the first line that needs a look, in the open film or else in the next film. `own`: the number of such lines of the
 * open film.
 */
function ReviewButton({ state, own }: { state: ReviewState; own: number }) {
  const services = useServices();
  const { page } = services;
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  const variant = usePrimaryVariant('review');
  const isOtherRunning = usePage(({ series }) => series.isRunning);
  const { after, before } = useFilmsToReview();
  const others = [...after, ...before];
  const [next] = others;
  const lines = others.reduce((sum, { review }) => sum + (review?.count ?? 0), own);
  const filmCount = others.length + (own > 0 ? 1 : 0);
  const where = filmCount === 1 && next ? shortNameOf(services, next) : countWords(filmCount, 'film');
  if (lines === 0) return null;
  return (
    <Button
      variant={variant}
      // While other films run, the primary button stops them, and this button is in the bar beside it.
      inBar={variant === 'primary' || isOtherRunning}
      onClick={() => {
        if (own === 0 && next) return void reviewFilm(services, next);
        const choice = choiceOf(state, filmProblems, 'to-review', '');
        const [first = 0] = choice.shown ?? [];
        page.setState({ view: 'lines' });
        goToRow(store, { ...choice, open: null, active: lineKey(first) });
        focusWhenShown(lineKey(first), LONGEST_WAIT_FRAMES);
      }}
    >
      Review {lineWords(lines)}
      {next && ` in ${where}`}
    </Button>
  );
}

/** Opens another film of the series in Lines, at its first line that needs a look. */
export async function reviewFilm({ session, page, intake }: Services, { id, review }: FilmRow): Promise<void> {
  await (await intake.series())?.open(id, review?.first);
  const film = session.store.getState();
  if (film.id !== id || !review) return;
  page.setState({ view: 'lines' });
  const active = lineKey(review.first);
  goToRow(linesStoreOf(film.phrases), { ...SHOW_ALL, open: null, active });
  focusWhenShown(active, LONGEST_WAIT_FRAMES);
}

/** `isToCome`: a later film is still being translated or checked. */
function noneAfterWords(hasBefore: boolean, isToCome: boolean): string {
  const none = isToCome
    ? 'No later film has lines to review so far. Some later films are not translated or checked yet.'
    : 'No later film has lines to review.';
  return hasBefore ? `${none} Earlier films have lines to review.` : none;
}

/** At the film's last line that needs a look: the button that goes to the next film with such lines. F8 does the same. */
export function NextFilm({ state }: { state: ReviewState }) {
  const services = useServices();
  const filmProblems = useFilmProblems();
  const active = useLinesView((view) => view.active);
  const isRunning = useSession(isPending);
  const { after, before, isToCome, isAlone } = useFilmsToReview();
  const last = useMemo(() => toReviewIn(state, filmProblems).at(-1), [state, filmProblems]);
  const placeIn = (number: number | undefined) => placeOf(state.phrases, number ?? -1) ?? -1;
  const number = lineNumberOf(active);
  if (isAlone || isRunning || !filmProblems.version || placeIn(last) > placeIn(number)) return null;
  if (isAwaitedBehind(state, filmProblems, number)) return null;
  const [next] = after;
  return (
    <>
      <Announced
        name="Next film"
        words={next ? '' : noneAfterWords(before.length > 0, isToCome)}
        className={styles.count}
      />
      {next && (
        <PlainButton title="F8" onClick={() => void reviewFilm(services, next)}>
          Next: {filmToReviewWords(services, next)}
        </PlainButton>
      )}
    </>
  );
}

/** Saves number, times, both texts and problems of all lines, after all are judged. */
export function LinesAsCsv() {
  const { session } = useServices();
  const judge = useLineJudge();
  const [waits, setWaits] = useState(false);
  async function save(): Promise<void> {
    session.takeTyped.call('saving');
    const state = session.store.getState();
    const dismissed = allLines(state).flatMap((line) => {
      const { dismissed: kinds } = marksOf(state, line);
      return kinds ? [[line.number, kinds] as const] : [];
    });
    const text = await session.analysis.ask('csv', { ...judge.choices(), dismissed });
    // Another film was opened in the meantime.
    if (text === undefined || session.store.getState().phrases !== state.phrases) return;
    const name = state.fileName.replace(/\.[^.]*$/, '') || 'translated';
    saveTextFile(`${name}.lines.csv`, text, 'text/csv');
  }
  return (
    <PlainButton
      aria-busy={waits}
      // Not `disabled`, which would take the focus from the button while it waits.
      aria-disabled={waits || undefined}
      onClick={() => {
        if (waits) return;
        setWaits(true);
        void session.analysis.orTell(save).finally(() => setWaits(false));
      }}
    >
      Lines as CSV
    </PlainButton>
  );
}
