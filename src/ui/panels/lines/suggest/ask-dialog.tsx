import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Work } from '../../../../film/film.ts';
import { hasText, isConfirmed, isEdited, lineOf, linesOfBatch, marksOf } from '../../../../film/lines.ts';
import { planBatchAgain, planRepair, planSuggestions, tokensOfRequests } from '../../../../film/plan-suggestions.ts';
import { assertNever } from '../../../../lib/result.ts';
import { countWords } from '../../../../lib/text.ts';
import { PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import type { WishKind } from '../../../../translation/suggestions.ts';
import { Button, PlainButton, VisuallyHidden } from '../../../kit/button.tsx';
import { focusGrid, focusSoon } from '../../../kit/focus.ts';
import { useKeepLines } from '../../../state/keep-lines.tsx';
import { usePage, useServices, useSettings } from '../../../state/services.tsx';
import { modelInUseWords } from '../../../words/model-words.ts';
import { type FilmProblems, useFilmProblems, useReviewState } from '../line-facts.ts';
import { EDITOR_ID, type LinesQuestion, lineKey, lineWords, numberText, useLinesStore } from '../lines-view.ts';
import styles from './suggest.module.css';
import { problemsOfText, roomOf, suspectsOf, useAsk, useAskWords, useOnline, usePlan, useVerdicts } from './wishes.ts';

/** The dialogs for requests to the model. */
export function QuestionDialog({ question }: { question: LinesQuestion }) {
  switch (question.kind) {
    case 'lines':
      return <AskDialog numbers={question.numbers} />;
    case 'repair':
      return <RepairDialog />;
    case 'batch':
      return <BatchDialog batch={question.batch} />;
    default:
      return assertNever(question);
  }
}

function useClose(): () => void {
  const store = useLinesStore();
  return () => store.setState({ question: null });
}

/** The title names up to this many lines; otherwise it gives their count. */
const MOST_NAMED = 8;
/** How many lines are shown with both texts. */
const MOST_SHOWN = 40;
/** How many of the person's own instructions the page stores. */
const MOST_KEPT = 8;

/** The dialog's buttons, in order. */
const WISHES: readonly (readonly [kind: WishKind, words: string])[] = [
  ['again', 'Again'],
  ['shorter', 'Shorter'],
  ['more-formal', 'More formal'],
  ['more-casual', 'More casual'],
  ['more-literal', 'More literal'],
  ['fix', 'Fix what is wrong'],
];

const OF_TRANSLATED = { title: 'Translate again', wishes: WISHES };
/** A missing line has no translation that could be shorter or more formal. */
const OF_MISSING: typeof OF_TRANSLATED = { title: 'Translate what is missing', wishes: [['again', 'Translate']] };

const areMissing = (state: Work, numbers: readonly number[]): boolean =>
  numbers.flatMap((number) => lineOf(state, number) ?? []).every((line) => !hasText(line));

/** What "Shorter" asks for; '' if nothing can be requested. */
function shorterWords(state: Work, filmProblems: FilmProblems, askable: readonly number[]): string {
  const [number, ...others] = askable;
  if (number === undefined) return '';
  return others.length === 0
    ? `Shorter: at most ${roomOf(state, filmProblems, number)} characters.`
    : 'Shorter: as short as each line needs.';
}

function NamedLines({ named, leftOut }: { named: readonly number[]; leftOut: number }) {
  return (
    <p>
      {named.length === 1 ? 'Line ' : `${lineWords(named.length)}: `}
      {named.slice(0, MOST_NAMED).join(', ')}
      {named.length > MOST_NAMED ? ' …' : '.'}
      {leftOut === 1 && ' One line has no translation and is not sent.'}
      {leftOut > 1 && ` ${numberText(leftOut)} lines have no translation and are not sent.`}
    </p>
  );
}

/** Asks how to translate lines again. The replies become suggestions and change nothing. */
function AskDialog({ numbers }: { numbers: readonly number[] }) {
  const { session, page } = useServices();
  const close = useClose();
  const ask = useAsk();
  const plan = usePlan();
  const filmProblems = useFilmProblems();
  const settings = useSettings((now) => now);
  const { prompt, model } = settings;
  const kept = usePage(({ wishes }) => wishes);
  const askWords = useAskWords();
  const [ownWords, setOwnWords] = useState('');
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [state] = useState(session.store.getState);
  const requests = useMemo(() => planSuggestions(state, numbers, { kind: 'again' }), [state, numbers]);
  const askable = requests.flatMap(({ phrases }) => phrases.map(({ number }) => number));
  const canAsk = askable.length > 0;
  const named = canAsk ? askable : numbers;
  const isMissing = canAsk && areMissing(state, askable);
  const { title, wishes } = isMissing ? OF_MISSING : OF_TRANSLATED;
  const kinds = new Set(
    (isMissing ? [] : askable).flatMap((number) => problemsOfText(state, filmProblems, number).map(({ kind }) => kind)),
  );
  const words = ownWords.trim();
  const tokens = tokensOfRequests(state, { prompt, model }, words === '' ? requests : plan(askable, 'told', words));

  function send(kind: WishKind, words?: string): void {
    ask(askable, kind, words);
    close();
  }

  function sendOwnWords(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    page.setState({ wishes: [words, ...kept.filter((each) => each !== words)].slice(0, MOST_KEPT) });
    send('told', words);
  }

  return (
    <QuestionFrame title={title} beside={numbers.length === 1 ? numbers[0] : undefined}>
      <NamedLines named={named} leftOut={numbers.length - named.length} />
      <ul className={styles.lines} aria-label="Original and translation" tabIndex={numbers.length > 1 ? 0 : undefined}>
        {named.slice(0, MOST_SHOWN).map((number) => {
          const { original = '', translation = '' } = lineOf(state, number) ?? {};
          return (
            <li key={number}>
              <p className={styles.fine}>
                <VisuallyHidden>{`Original of ${number}: `}</VisuallyHidden>
                <span dir="auto">{original}</span>
              </p>
              <p className={styles.text}>
                <VisuallyHidden>{`Translation of ${number}: `}</VisuallyHidden>
                <span dir="auto">{translation}</span>
              </p>
            </li>
          );
        })}
      </ul>
      {!canAsk && <p role="note">Translate {numbers.length === 1 ? 'this line' : 'these lines'} first.</p>}
      <div className={styles.wishes}>
        {wishes.map(([kind, words]) => (
          <Button
            key={kind}
            className={styles.wish}
            data-first={kind === 'again' || undefined}
            disabled={!canAsk || (kind === 'fix' && kinds.size === 0)}
            onClick={() => send(kind)}
          >
            {words}
          </Button>
        ))}
      </div>
      <p className={styles.fine}>
        {!isMissing && shorterWords(state, filmProblems, askable)}
        {kinds.size > 0 &&
          !isMissing &&
          ` What is wrong: ${[...kinds].map((kind) => PROBLEM_KIND_ROWS[kind].name).join(', ')}.`}
      </p>
      <form className={styles.told} onSubmit={sendOwnWords}>
        <label htmlFor={fieldId} className={styles.label}>
          Tell the model
        </label>
        <input
          ref={field}
          id={fieldId}
          className={styles.field}
          value={ownWords}
          disabled={!canAsk}
          autoComplete="off"
          placeholder="The speaker is a woman."
          onChange={({ target }) => setOwnWords(target.value)}
        />
        <Button type="submit" disabled={ownWords.trim() === ''}>
          Send
        </Button>
      </form>
      {kept.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields
        <div role="group" aria-label="Used before" className={styles.kept}>
          {kept.map((words) => (
            <PlainButton
              key={words}
              disabled={!canAsk}
              onClick={() => {
                setOwnWords(words);
                field.current?.focus();
              }}
            >
              {words}
            </PlainButton>
          ))}
        </div>
      )}
      <OfflineNote />
      <p className={styles.fine}>
        {modelInUseWords(settings)} · {askWords(tokens)}
        {kinds.size > 0 &&
          !isMissing &&
          ` · Fix what is wrong: ${askWords(tokensOfRequests(state, settings, plan(askable, 'fix')))}`}
      </p>
    </QuestionFrame>
  );
}

const OfflineNote = () =>
  useOnline() ? null : <p role="note">You are offline. Your request is sent when the connection is back.</p>;

/** Asks what happens to the confirmed and edited lines of a batch that is translated again. */
function BatchDialog({ batch }: { batch: number }) {
  const { session } = useServices();
  const close = useClose();
  const askWords = useAskWords();
  const settings = useSettings((now) => now);
  const state = useReviewState();
  const marked = linesOfBatch(state, batch).map((line) => ({ number: line.number, ...marksOf(state, line) }));
  const { boxes, options } = useKeepLines({
    confirmed: marked.filter(isConfirmed).length,
    edited: marked.filter(isEdited).length,
  });
  // The plan for the batch while the dialog is open.
  const { asks, requests, tokens } = planBatchAgain(session.store.getState(), batch, options, settings);
  return (
    <QuestionFrame title={`Translate batch ${batch + 1} again`} beside={undefined}>
      <div className={styles.choices}>{boxes}</div>
      <p>
        {asks.length > 0
          ? 'The model also suggests texts for the lines that you keep. Nothing replaces your text before you press “Use”.'
          : 'The new translations replace all lines. Undo brings the old ones back.'}
      </p>
      {requests > 0 && (
        <p className={styles.fine}>
          {countWords(requests, 'request')}, {askWords(tokens)}
          {requests > 1 && ' together'}.
        </p>
      )}
      <Button
        variant="primary"
        inBar={false}
        onClick={() => {
          // Requested before the batch is sent: a loading batch has no output to compare with.
          session.ask(asks);
          session.translateAgain(batch, options);
          close();
        }}
      >
        Translate again
      </Button>
    </QuestionFrame>
  );
}

/** Shows the price of suggestions for all lines with a problem that a model can fix, before anything is sent. */
function RepairDialog() {
  const { session } = useServices();
  const close = useClose();
  const filmProblems = useFilmProblems();
  const settings = useSettings((now) => now);
  const verdicts = useVerdicts();
  const askWords = useAskWords();
  const { requests, lines, tokens } = useMemo(() => {
    const state = session.store.getState();
    return planRepair(state, suspectsOf(state, filmProblems, verdicts), settings);
  }, [session, filmProblems, verdicts, settings]);
  return (
    <QuestionFrame title="Ask the model to fix lines" beside={undefined}>
      <p>
        {lines === 1
          ? '1 line has a problem that the model may fix.'
          : `${numberText(lines)} lines have problems that the model may fix.`}{' '}
        {countWords(requests.length, 'request')}: {askWords(tokens)}.
      </p>
      <p>The model suggests a new text for each line. You choose what to use. Confirmed lines are not sent.</p>
      <OfflineNote />
      <div className={styles.foot}>
        <Button
          variant="primary"
          inBar={false}
          data-first
          disabled={requests.length === 0}
          onClick={() => {
            session.ask(requests);
            close();
          }}
        >
          Send
        </Button>
        <span className={styles.fine}>{modelInUseWords(settings)}</span>
      </div>
    </QuestionFrame>
  );
}

/** Room between a dialog and its line, in px. */
const BESIDE_PX = 8;

/** Below the line, or above it; if neither fits, in the middle. */
function placeBeside(dialog: HTMLDialogElement, line: Element): void {
  const { top, bottom } = line.getBoundingClientRect();
  const { height } = dialog.getBoundingClientRect();
  const below = bottom + BESIDE_PX;
  const place = below + height <= innerHeight ? below : top - BESIDE_PX - height;
  dialog.style.marginBlockStart = place >= 0 ? `${place}px` : '';
}

/** Places the dialog again when its price arrives, or when its line becomes higher and scrolls. Returns a function that ends this. */
function stayBeside(dialog: HTMLDialogElement, line: Element): () => void {
  const observer = new ResizeObserver(() => placeBeside(dialog, line));
  observer.observe(dialog);
  observer.observe(line);
  return () => observer.disconnect();
}

interface QuestionFrameProps {
  readonly title: string;
  /** The number of the line, if there is only one: the dialog does not cover it. */
  readonly beside: number | undefined;
  readonly children: ReactNode;
}

/** A dialog for a request to the model. It closes when the view's question is gone, and returns the focus. */
function QuestionFrame({ title, beside, children }: QuestionFrameProps) {
  const store = useLinesStore();
  const close = useClose();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    const line = beside === undefined ? null : document.getElementById(lineKey(beside));
    const leaveLine = dialog.current && line && stayBeside(dialog.current, line);
    dialog.current?.querySelector<HTMLElement>('[data-first]:not([disabled])')?.focus();
    return () => {
      leaveLine?.();
      const { open, active } = store.getState();
      // A person may have opened the dialog from the row of another line than the open one.
      if (open !== null && active === lineKey(open)) focusSoon(EDITOR_ID);
      else focusGrid();
    };
  }, [store, beside]);
  return (
    <dialog ref={dialog} aria-label={title} className={styles.dialog} onClose={close}>
      <div className={styles.dialogHead}>
        <strong>{title}</strong>
        <PlainButton onClick={close}>Close</PlainButton>
      </div>
      {children}
    </dialog>
  );
}
