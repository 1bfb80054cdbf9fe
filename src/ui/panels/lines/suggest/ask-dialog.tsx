import { type FormEvent, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isHolder } from '../../../../engine/run-state.ts';
import { lineOf, placeOf } from '../../../../session/lines/lines.ts';
import { tokensOfAsks } from '../../../../session/suggest/count-tokens.ts';
import { canAskFor, planAsks } from '../../../../session/suggest/plan-asks.ts';
import type { WishKind } from '../../../../translation/suggestions.ts';
import { Button, VisuallyHidden } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession, useSettings } from '../../../state/use-film.ts';
import { modelInUseWords } from '../../../words/model-words.ts';
import { countText, KIND_WORDS } from '../line-words.ts';
import { useLinesStore } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { QuestionFrame } from './question-frame.tsx';
import styles from './suggest.module.css';
import { useAsk, useAskWords } from './use-ask.ts';
import { useOnline } from './use-online.ts';
import { problemsOfText, roomOf, WISH_WORDS, wishFor } from './wishes.ts';

/** Named in the head; of more lines the count is told. */
const MOST_NAMED = 8;
/** With both texts. */
const MOST_SHOWN = 40;
/** Own words that are kept for another time. */
const MOST_KEPT = 8;

/** How lines are to be translated again. What comes is suggested, and changes nothing. */
export function AskDialog({ numbers }: { numbers: readonly number[] }) {
  const { session, page } = useServices();
  const store = useLinesStore();
  const ask = useAsk();
  const judged = useJudged();
  const holds = useSession(isHolder);
  const isOnline = useOnline();
  const model = useSettings(modelInUseWords);
  const prompt = useSettings((settings) => settings.prompt);
  const asked = useSettings((settings) => settings.model);
  const kept = useStore(page, ({ wishes }) => wishes);
  const askWords = useAskWords();
  const [told, setTold] = useState('');
  const fieldId = useId();
  const [state] = useState(session.store.getState);
  const [askable] = useState(() =>
    numbers
      .filter((number) => canAskFor(state, number))
      .sort((one, other) => (placeOf(state.phrases, one) ?? 0) - (placeOf(state.phrases, other) ?? 0)),
  );
  const canAsk = holds && askable.length > 0;
  const kinds = new Set(askable.flatMap((number) => problemsOfText(state, judged, number).map(({ kind }) => kind)));
  const tokens = useMemo(
    () => tokensOfAsks({ prompt, model: asked }, planAsks(state, askable, wishFor(state, judged, askable, 'again'))),
    [prompt, asked, state, askable, judged],
  );

  function send(kind: WishKind, words = ''): void {
    ask(askable, kind, words);
    store.setState({ question: null });
  }

  function sendTold(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = told.trim();
    if (words === '') return;
    page.setState({ wishes: [words, ...kept.filter((each) => each !== words)].slice(0, MOST_KEPT) });
    send('told', words);
  }

  return (
    <QuestionFrame title="Translate again">
      <p>
        {linesWords(askable.length > 0 ? askable : numbers)}
        {askable.length > 0 && askable.length < numbers.length && ` ${leftOutWords(numbers.length - askable.length)}`}
      </p>
      <ul className={styles.lines} aria-label="Original and translation" tabIndex={numbers.length > 1 ? 0 : undefined}>
        {(askable.length > 0 ? askable : numbers).slice(0, MOST_SHOWN).map((number) => {
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
      {!holds && (
        <p role="note">
          Another tab holds this work, and only there the model can be asked. To ask here, press “Continue here” first.
        </p>
      )}
      {holds && askable.length === 0 && (
        <p role="note">There is no translation yet that another one could stand beside.</p>
      )}
      <div className={styles.wishes}>
        {(Object.keys(WISH_WORDS) as (keyof typeof WISH_WORDS)[]).map((kind) => (
          <Button
            key={kind}
            className={styles.wish}
            data-first={kind === 'again' || undefined}
            disabled={!canAsk || (kind === 'fix' && kinds.size === 0)}
            onClick={() => send(kind)}
          >
            {WISH_WORDS[kind]}
          </Button>
        ))}
      </div>
      <p className={styles.fine}>
        {canAsk && `Shorter: ${roomWords()}.`}
        {canAsk && kinds.size > 0 && ` What is wrong: ${[...kinds].map((kind) => KIND_WORDS[kind]).join(', ')}.`}
      </p>
      <form className={styles.told} onSubmit={sendTold}>
        <label htmlFor={fieldId} className={styles.label}>
          Tell the model
        </label>
        <input
          id={fieldId}
          className={styles.field}
          value={told}
          disabled={!canAsk}
          autoComplete="off"
          placeholder="She is a woman."
          onChange={({ target }) => setTold(target.value)}
        />
        <Button type="submit" disabled={!canAsk || told.trim() === ''}>
          Send
        </Button>
      </form>
      {kept.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields
        <div role="group" aria-label="Said before" className={styles.kept}>
          {kept.map((words) => (
            <Button
              key={words}
              variant="plain"
              disabled={!canAsk}
              onClick={() => {
                setTold(words);
                document.getElementById(fieldId)?.focus();
              }}
            >
              {words}
            </Button>
          ))}
        </div>
      )}
      {!isOnline && <p role="note">You are offline. What you ask for is sent when the connection is back.</p>}
      <p className={styles.fine}>
        {model} · {askWords(tokens)}
      </p>
    </QuestionFrame>
  );

  function roomWords(): string {
    const [only, ...others] = askable;
    if (only === undefined || others.length > 0) return 'to what fits each line';
    return `to ${roomOf(state, judged, only)} characters`;
  }
}

function linesWords(numbers: readonly number[]): string {
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  if (numbers.length === 1) return `Line ${named}.`;
  return `${countText(numbers.length)} lines: ${named}${numbers.length > MOST_NAMED ? ' …' : '.'}`;
}

const leftOutWords = (count: number): string =>
  count === 1 ? 'One without a translation is left out.' : `${countText(count)} without a translation are left out.`;
