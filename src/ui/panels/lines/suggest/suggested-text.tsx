import { useId, useState } from 'react';
import { changedWords } from '../../../../lib/changed-words.ts';
import { fitOf } from '../../../../review/fit.ts';
import type { Line } from '../../../../review/line.ts';
import { secondsOf, timingOf } from '../../../../review/timing-of.ts';
import type { Suggestion } from '../../../../session/session-state.ts';
import { stampOfLine } from '../../../../session/suggest/plan-asks.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { fitWords } from '../line-words.ts';
import { useJudged } from '../use-judged.ts';
import styles from './suggest.module.css';
import { REPEAT_WORDS } from './suggestion-news.ts';

interface SuggestedTextProps {
  readonly line: Line;
  readonly suggestion: Suggestion & { readonly text: string };
  readonly buttonId: string | undefined;
  /** The model has said it once more. */
  readonly isRepeat: boolean;
  readonly isStale: boolean;
  readonly language: string | undefined;
  readonly canUse: boolean;
  readonly tabIndex: -1 | undefined;
  readonly warnings: readonly string[];
  readonly onUse: () => void;
}

/** One text that is suggested, with the words that differ. */
export function SuggestedText({
  line,
  suggestion,
  buttonId,
  isRepeat,
  isStale,
  language,
  canUse,
  tabIndex,
  warnings,
  onUse,
}: SuggestedTextProps) {
  const { text } = suggestion;
  const { translation = '', time } = line;
  const { session } = useServices();
  const { limits } = useJudged();
  const wordsId = useId();
  /** The text of the line that the person was told would be replaced. */
  const [warnedOf, setWarnedOf] = useState<string>();
  const fit = fitOf(text, secondsOf(timingOf(time)));
  const isSame = text === translation;

  function use(): void {
    // What was just written in the line is newer than what is drawn here: it is not written over at the first press.
    const ofNow = stampOfLine(session.store.getState(), line.number);
    if (ofNow === suggestion.of || ofNow === warnedOf) onUse();
    else setWarnedOf(ofNow);
  }

  return (
    <div className={styles.one}>
      <p id={wordsId} className={styles.text} dir="auto" {...(language && { lang: language })}>
        {changedWords(translation, text).map(({ text: piece, isNew }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by their place alone
          isNew ? <mark key={place}>{piece}</mark> : piece,
        )}
      </p>
      <p className={styles.fit} title={fitWords(fit, limits)}>
        {fit.charactersPerSecond !== undefined && `${Math.round(fit.charactersPerSecond)}/s · `}
        {fit.longestLine}
      </p>
      {warnings.map((words) => (
        <p key={words} className={styles.warning}>
          {words}
        </p>
      ))}
      {isStale && (
        <p className={styles.warning} role={warnedOf === undefined ? undefined : 'alert'}>
          The line has changed since this was asked for.
          {warnedOf !== undefined && ' Press Use again to replace what it says now.'}
        </p>
      )}
      {isSame && <p className={styles.fine}>The model says what the line says now.</p>}
      {isRepeat && <p className={styles.fine}>{REPEAT_WORDS}</p>}
      <Button id={buttonId} tabIndex={tabIndex} aria-describedby={wordsId} disabled={!canUse} onClick={use}>
        Use
      </Button>
    </div>
  );
}
