import { useId, useState } from 'react';
import type { Suggestion } from '../../../../film/film.ts';
import { batchOfLine, hasText, isConfirmed, isOwn, isReadable, marksOf, stampOfLine } from '../../../../film/lines.ts';
import { stampOf } from '../../../../lib/text.ts';
import type { Line } from '../../../../review/line.ts';
import { fitOf } from '../../../../review/measured-line.ts';
import { changedWords } from '../../../../review/text/words.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import { Button, PlainButton } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { usePage, useServices, useSession } from '../../../state/services.tsx';
import { isFailureShared, isUnchanged, suggestionFailureWords } from '../../../words/failures.ts';
import { useFilmProblems } from '../line-facts.ts';
import { EDITOR_ID, fitWords, lineKey, useLinesStore, useLinesView } from '../lines-view.ts';
import styles from './suggest.module.css';
import {
  firstButtonId,
  goToNextSuggestion,
  offersOf,
  REPEAT_WORDS,
  useAsk,
  useOnline,
  useVerdicts,
  verdictOn,
  withText,
} from './wishes.ts';

interface SuggestionGroupProps {
  readonly line: Line;
  /** The translation's language as a BCP 47 tag. */
  readonly language: string | undefined;
  /** Tab index of its buttons. -1 in a row, where the arrow keys move to the buttons. */
  readonly tabIndex: -1 | undefined;
}

/** A line's suggestions and pending request; nothing if it has neither. */
export function SuggestionGroup(props: SuggestionGroupProps) {
  const { number } = props.line;
  // A single selector for rows without suggestions, because hundreds of rows are drawn while scrolling.
  const mayHave = useSession((state) => state.suggestionRequests.length > 0 || state.suggestions[number] !== undefined);
  return (
    <>
      {mayHave && <Suggested {...props} />}
      <OfOtherFilms {...props} />
    </>
  );
}

/** Shows the translations of the same line in other films of the series. */
function OfOtherFilms({ line, language, tabIndex }: SuggestionGroupProps) {
  const { number, translation = '' } = line;
  const { session } = useServices();
  const store = useLinesStore();
  const all = usePage((state) => state.series.offers);
  const isOwnLine = useSession((state) => isOwn(marksOf(state, line)));
  const offers = offersOf(all, line, isOwnLine);
  const canUse = useSession((state) => isReadable(state, batchOfLine(state.phrases, number)));
  if (offers.length === 0) return null;
  function use(text: string): void {
    // The stamp prevents that a text typed meanwhile is replaced.
    session.takeSuggestions([{ number, text, of: stampOf(translation) }]);
    focusWhenShown(store.getState().open === number ? EDITOR_ID : lineKey(number));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click here is not one on the line
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className={styles.under} dir="ltr" onClick={(event) => event.stopPropagation()}>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups texts, not form fields */}
      <div role="group" aria-label={`Line ${number} in other films`} className={styles.group}>
        <div className={styles.texts}>
          {offers.map(({ text, from }, place) => (
            <div key={text} className={styles.one}>
              <p id={`offer-${number}-${place}`} className={styles.text} dir="auto" lang={language}>
                <ChangedWords before={translation} after={text} />
              </p>
              <p className={styles.fine}>as in {from}</p>
              <Button
                tabIndex={tabIndex}
                aria-describedby={`offer-${number}-${place}`}
                disabled={!canUse}
                onClick={() => use(text)}
              >
                Use
              </Button>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A text with its differences marked. */
function ChangedWords({ before, after }: { before: string; after: string }) {
  return changedWords(before, after).map(({ text, isNew }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ only in their place
    isNew ? <mark key={place}>{text}</mark> : text,
  );
}

function Suggested(props: SuggestionGroupProps) {
  const { number } = props.line;
  const { session } = useServices();
  const stage = useSession(
    ({ suggestionRequests }) =>
      suggestionRequests.find(({ phrases }) => phrases.some((phrase) => phrase.number === number))?.stage,
  );
  const suggestions = useSession((state) => state.suggestions[number]);
  const isToldAbove = useSession((state) => isFailureShared(state.suggestions, number));
  const hasOwn = suggestions?.some((one) => (one.text === undefined ? !isToldAbove : !isUnchanged(one))) === true;
  if (stage === undefined && !hasOwn) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click here is not one on the line
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={styles.under}
      dir="ltr"
      // Commits the text that is being typed in the line first.
      onClickCapture={() => session.takeTyped.call('saving')}
      onClick={(event) => event.stopPropagation()}
    >
      {suggestions && hasOwn && <Suggestions {...props} suggestions={suggestions} />}
      {stage && <Pending isLoading={stage === 'loading'} />}
    </div>
  );
}

function Pending({ isLoading }: { isLoading: boolean }) {
  const isOnline = useOnline();
  const words = isOnline ? 'Waiting to be sent…' : 'You are offline. Your request is sent when the connection is back.';
  return <p className={styles.fine}>{isLoading ? 'The model is working…' : words}</p>;
}

function Suggestions(props: SuggestionGroupProps & { suggestions: readonly Suggestion[] }) {
  const { line, tabIndex, suggestions } = props;
  const { number } = line;
  const { session } = useServices();
  const store = useLinesStore();
  const ask = useAsk();
  const verdicts = useVerdicts();
  const isOneOfMany = useSession((state) => Object.keys(state.suggestions).length > 1);
  const isTicked = useLinesView((view) => view.ticks.get(number));
  const texts = withText(suggestions);
  const [newest] = suggestions.slice(-1);
  const keepsOwn = useSession((state) => isConfirmed(marksOf(state, line)));
  const isCandidate = newest?.text !== undefined && newest.of === stampOfLine(session.store.getState(), number);

  /** After a suggestion is handled: goes to the next one, or back to the line. */
  function goOn(): void {
    if (store.getState().open === number) return focusWhenShown(EDITOR_ID);
    if (!goToNextSuggestion(session, store, number)) focusWhenShown(lineKey(number));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups suggestions, not form fields
    <div role="group" aria-label={`Suggestion for ${number}`} className={styles.group}>
      <div className={styles.texts}>
        {texts.map((suggestion, place) => (
          <SuggestedText
            {...props}
            key={suggestion.text}
            buttonId={place === 0 ? firstButtonId(number) : undefined}
            suggestion={suggestion}
            isNewest={suggestion === newest}
            warnings={verdictOn(verdicts, line, suggestion).warnings}
            onUse={() => {
              session.takeSuggestions([{ number, text: suggestion.text }]);
              goOn();
            }}
          />
        ))}
      </div>
      {newest?.failure && <p className={styles.failure}>{suggestionFailureWords(newest.failure)}</p>}
      {texts.length > 0 && keepsOwn && (
        <p className={styles.fine}>You confirmed the text above. “Use” replaces it with this one.</p>
      )}
      <div className={styles.commands}>
        <PlainButton
          id={texts.length === 0 ? firstButtonId(number) : undefined}
          tabIndex={tabIndex}
          onClick={() => {
            session.keepLines([number]);
            goOn();
          }}
        >
          {texts.length === 0 ? 'Dismiss' : hasText(line) ? 'Keep mine' : 'Discard'}
        </PlainButton>
        <PlainButton tabIndex={tabIndex} onClick={() => ask([number], newest?.wish ?? 'again', newest?.told)}>
          Again
        </PlainButton>
        {isOneOfMany && isCandidate && (
          <CheckBox
            tabIndex={tabIndex}
            checked={isTicked ?? verdictOn(verdicts, line, newest).isSound}
            onChange={(checked) => store.setState(({ ticks }) => ({ ticks: new Map([...ticks, [number, checked]]) }))}
          >
            Include in “Use all”
          </CheckBox>
        )}
      </div>
    </div>
  );
}

interface SuggestedTextProps extends SuggestionGroupProps {
  readonly suggestion: Suggestion & { readonly text: string };
  readonly buttonId: string | undefined;
  readonly isNewest: boolean;
  readonly warnings: readonly string[];
  readonly onUse: () => void;
}

/** A suggested text with the changed words marked. */
function SuggestedText(props: SuggestedTextProps) {
  const { line, suggestion, buttonId, isNewest, language, tabIndex, warnings, onUse } = props;
  const { text } = suggestion;
  const { number, translation = '', time } = line;
  const { session } = useServices();
  const { limits } = useFilmProblems();
  const wordsId = useId();
  const canUse = useSession((state) => isReadable(state, batchOfLine(state.phrases, number)));
  const saidAgain = useLinesView((view) => view.saidAgain.get(number));
  /** The text for which the person saw the warning that it would be replaced. */
  const [warnedOf, setWarnedOf] = useState<string>();
  const fit = fitOf(text, secondsOf(timingOf(time)));
  const stampNow = () => stampOfLine(session.store.getState(), number);

  function use(): void {
    // The line may have newer text than is drawn here: the first press does not overwrite it.
    const ofNow = stampNow();
    if (ofNow === suggestion.of || ofNow === warnedOf) onUse();
    else setWarnedOf(ofNow);
  }

  return (
    <div className={styles.one}>
      <p id={wordsId} className={styles.text} dir="auto" lang={language}>
        <ChangedWords before={translation} after={text} />
      </p>
      <p className={styles.fit} title={fitWords(fit, limits)}>
        {fit.charactersPerSecond !== undefined && `${Math.round(fit.charactersPerSecond)}/s · `}
        {fit.longestLine}
      </p>
      {warnings.length > 0 && (
        <p className={styles.warnings}>
          {warnings.map((words) => (
            <span key={words} className={styles.warning}>
              {words}
            </span>
          ))}
        </p>
      )}
      {suggestion.of !== stampNow() && (
        <p className={styles.warning} role={warnedOf === undefined ? undefined : 'alert'}>
          This line has changed since you asked the model.
          {warnedOf !== undefined && ' To replace its new text, press “Use” again.'}
        </p>
      )}
      {text === translation && <p className={styles.fine}>The model has no better text.</p>}
      {isNewest && suggestion === saidAgain && <p className={styles.fine}>{REPEAT_WORDS}</p>}
      <Button id={buttonId} tabIndex={tabIndex} aria-describedby={wordsId} disabled={!canUse} onClick={use}>
        Use
      </Button>
    </div>
  );
}
