import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { smallestChange } from '../../../../lib/smallest-change.ts';
import { fitOf } from '../../../../review/fit.ts';
import { fixOf } from '../../../../review/fix-of.ts';
import { repeatsOf } from '../../../../review/repeats.ts';
import { linesOf } from '../../../../session/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { KIND_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { useLinesStore } from '../lines-view.ts';
import type { LineRowProps } from './line-row-props.ts';
import { secondsOf } from './seconds-of.ts';

/** After the last key. */
const DRAFT_MS = 300;

/** Of the box in which the open line is written. */
export const EDITOR_ID = 'line-editor';

export type OpenLineProps = Pick<LineRowProps, 'line' | 'problems' | 'film' | 'language' | 'limits' | 'before'>;

/** The open line: what is written over it, how that fits, and its problems, each with what mends it. */
export function OpenLine(props: OpenLineProps) {
  const { line, problems, film, language, limits, before } = props;
  const { number, translation = '', time } = line;
  const { session, page } = useServices();
  const store = useLinesStore();
  const box = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState(() => {
    const { draft } = page.getState();
    return draft?.number === number && draft.original === line.original ? draft.text : translation;
  });
  const [text, setText] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const commit = useEffectEvent(() => {
    clearTimeout(timer.current);
    const written = box.current?.value ?? translation;
    if (written !== translation) {
      session.changeLines([{ number, text: written }]);
      offerRepeats(written);
    }
    if (page.getState().draft !== null) page.setState({ draft: null });
  });

  function offerRepeats(text: string): void {
    const state = session.store.getState();
    const lines = [...state.results.keys()].flatMap((index) => linesOf(state, index));
    const numbers = translation === '' ? [] : repeatsOf(lines, number, translation);
    store.setState({ repeats: numbers.length === 0 ? null : { numbers, text } });
  }

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);

  // The line has another text now, of Undo or of a fix: what was being written over it is committed or taken back by then.
  const show = useEffectEvent((newest: string) => {
    if (box.current && box.current.value !== newest && page.getState().draft === null && newest !== initial) {
      box.current.value = newest;
      setText(newest);
    }
  });
  useEffect(() => show(translation), [translation]);

  // Left by key: what was written is committed, never lost. In a layout effect, while the box is still there to be read.
  useLayoutEffect(() => () => commit(), []);

  // Not at each key: breaking a text anew takes its time.
  const fixes = useMemo(
    () => new Map(film ? problems.map(({ kind }) => [kind, fixOf(line, kind, film)]) : []),
    [line, problems, film],
  );
  const { charactersPerSecond, longestLine, lines } = fitOf(text, secondsOf(time));
  return (
    <div>
      <textarea
        ref={box}
        id={EDITOR_ID}
        aria-label={`Translation of ${number}`}
        className={styles.editor}
        style={{ '--longest-line': limits.charactersPerLine } as CSSProperties}
        defaultValue={initial}
        rows={Math.max(2, text.split('\n').length)}
        dir="auto"
        {...(language && { lang: language })}
        spellCheck
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          const { value } = target;
          const draft = { number, original: line.original, text: value };
          timer.current = setTimeout(() => page.setState({ draft }), DRAFT_MS);
        }}
        onBlur={commit}
      />
      <p className={styles.figures}>
        {`${longestLine} of ${limits.charactersPerLine} characters`}
        {charactersPerSecond !== undefined &&
          ` · ${charactersPerSecond.toFixed(1)} of ${limits.charactersPerSecond} characters a second`}
        {lines > limits.lines && ` · ${lines} lines`}
      </p>
      {problems.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it groups what is doubtful, not form fields
        <div role="group" aria-label={`Problems of ${number}`} className={styles.problemList}>
          {problems.map(({ kind, words }) => {
            const fixed = fixes.get(kind);
            return (
              <div key={kind} className={styles.problem}>
                <span className={styles.problemWords}>{words}</span>
                {fixed !== undefined && (
                  <Button
                    look="plain"
                    aria-description={KIND_WORDS[kind]}
                    onClick={() => session.changeLines([{ number, text: fixed }], `Mended line ${number}`)}
                  >
                    Fix
                  </Button>
                )}
                <Button
                  look="plain"
                  aria-description={KIND_WORDS[kind]}
                  onClick={() => session.dismissProblem(number, kind)}
                >
                  Dismiss
                </Button>
              </div>
            );
          })}
        </div>
      )}
      {before != null && before !== translation && (
        <p className={styles.before}>
          The model wrote: <Differing before={before} after={translation} />
        </p>
      )}
    </div>
  );
}

/** A text with what is another one now. */
function Differing({ before, after }: { before: string; after: string }) {
  const { from, to } = smallestChange(before, after) ?? { from: 0, to: 0 };
  return (
    <span dir="auto">
      {before.slice(0, from)}
      <mark>{before.slice(from, to)}</mark>
      {before.slice(to)}
    </span>
  );
}
