import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { resultsOf } from '../../../engine/batch.ts';
import { isTrying } from '../../../engine/run-state.ts';
import { isResultBehind, type Work } from '../../../film/film.ts';
import { hasText, linesOfBatch } from '../../../film/lines.ts';
import { directionOfText, languageOfText } from '../../../languages/direction-of-text.ts';
import { languageOfPhrases } from '../../../languages/guess-language.ts';
import { languageOfPrompt } from '../../../languages/prompt-language.ts';
import type { Line } from '../../../review/line.ts';
import type { SrtDifference, SrtDifferenceKind } from '../../../subtitles/document.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import { TextEditor, type TextEditorHandle, useScript } from '../../editor/text-editor.tsx';
import { afterQuiet } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/panel.tsx';
import { useDeferredSession, usePromptFixed, useServices, useSession, useSettings } from '../../state/services.tsx';
import { numberList } from '../../words/undo-words.ts';
import newestStyles from './newest-lines.module.css';
import styles from './result-panel.module.css';
import { failedWords, RunEnd } from './run-end.tsx';
import { TryAgain } from './started-actions.tsx';

export function TranslatedSection() {
  const { session } = useServices();
  const text = useSession((state) => state.translated);
  const isCleared = useSession((state) => state.isCleared);
  // In a later task, because making the editor of a long film takes time.
  const withEditor = useDeferredValue(true, false);
  const script = useScript(text);
  const language = useSettings(({ prompt }) => languageOfPrompt(prompt));
  const editor = useRef<TextEditorHandle>(null);
  return (
    <div className={styles.translated}>
      <BehindNotice className={styles.stale} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the text box inside */}
      <div className={styles.translatedEditor} onBlur={() => void session.writeResult()}>
        {withEditor && (
          <TextEditor
            ref={editor}
            name="Translated subtitles"
            value={text}
            onChange={(text) => session.edit('result', text)}
            height="100%"
            together
            {...script}
            lang={script.lang ?? language}
            placeholder={isCleared ? 'You cleared the text. Press Result to build it again from the batches.' : ''}
          />
        )}
      </div>
      <ResultCheck onGoToLine={(line) => editor.current?.goToLine(line)} />
    </div>
  );
}

/** Says that a person's own result does not contain changes of lines that were made later. */
export function BehindNotice({ className }: { className: string | undefined }) {
  const { session } = useServices();
  const isBehind = useSession(isResultBehind);
  return (
    <div role="status" className={className}>
      {isBehind && (
        <NoticeBar>
          The translated text does not have your newest changes in Lines. “Write the file again” adds them, but removes
          what you typed in the text. Undo brings that back.
          <span className={styles.choice}>
            <Button onClick={() => void session.writeResult({ again: true })}>Write the file again</Button>
          </span>
        </NoticeBar>
      )}
    </div>
  );
}

/** Reports edits that have damaged the result, with buttons that go there. Downloading remains possible. */
function ResultCheck({ onGoToLine }: { onGoToLine: (line: number) => void }) {
  const differences = useSrtDifferences();
  const sentences = useMemo(() => srtDifferenceWords(differences), [differences]);
  return (
    <div role="status" aria-label="Check of the result" className={styles.check}>
      {sentences.length > 0 && (
        <NoticeBar>
          <ul className={styles.differences}>
            {sentences.map(({ kind, words, line }) => (
              <li key={kind} className={styles.difference}>
                <span className={styles.differenceWords}>{words}</span>
                <PlainButton onClick={() => onGoToLine(line)}>Go to text line {line}</PlainButton>
              </li>
            ))}
          </ul>
        </NoticeBar>
      )}
    </div>
  );
}

/** Differences are shown after a pause in typing. */
const QUIET_MS = 500;

const NONE: readonly SrtDifference[] = [];

/** Differences in numbers and timing lines between the edited translated text and the original, updated after each pause in typing. */
function useSrtDifferences(): readonly SrtDifference[] {
  const text = useSession((state) => state.translated);
  const { session } = useServices();
  const phrases = useSession((state) => state.phrases);
  const readAs = useSession((state) => state.readAs);
  // Without an own result there are no differences: the lines have the original's numbers and times.
  const edited = useSession((state) => state.ownResult !== null);
  const [differences, setDifferences] = useState(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for another film
  useEffect(() => {
    // Clears the findings about an earlier text.
    if (!edited) return setDifferences(NONE);
    return afterQuiet(QUIET_MS, async (signal) => {
      const found = await session.analysis.ask('compare', text, signal).catch(() => undefined);
      if (found) setDifferences(found);
    });
  }, [text, phrases, readAs, edited, session]);

  return edited ? differences : NONE;
}

/** All differences of one kind as one sentence. */
interface SrtDifferenceWords {
  readonly kind: SrtDifferenceKind;
  readonly words: string;
  /** Line of the first difference. */
  readonly line: number;
}

/** One sentence for each kind, in the order of their first lines. */
export function srtDifferenceWords(differences: readonly SrtDifference[]): readonly SrtDifferenceWords[] {
  const kinds = new Set(differences.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const ofKind = differences.filter((difference) => difference.kind === kind);
    return { kind, words: wordsOf(kind, ofKind), line: ofKind[0]?.line ?? 1 };
  });
}

function wordsOf(kind: SrtDifferenceKind, differences: readonly SrtDifference[]): string {
  const named = new Set(differences.map(({ line, number }) => (kind === 'unreadable' ? line : number)));
  const numbers = [...named].filter((number) => number !== undefined);
  const [one, more] = WORDS[kind];
  const words = numbers.length === 1 ? one : more;
  return words.replace('COUNT', String(numbers.length)).replace('#', numberList(numbers));
}

/** For one and for several phrases; # are their numbers, or the lines' numbers if the text cannot be read. */
const WORDS: Readonly<Record<SrtDifferenceKind, readonly [one: string, more: string]>> = {
  unreadable: [
    'Text line # belongs to no subtitle: a number and a timing line are missing.',
    'Text lines # belong to no subtitle: numbers and timing lines are missing.',
  ],
  missing: ['1 subtitle of the original is missing: #.', 'COUNT subtitles of the original are missing: #.'],
  doubled: ['Subtitle # occurs more than once.', 'Subtitles # occur more than once.'],
  foreign: ['Subtitle # is not in the original.', 'Subtitles # are not in the original.'],
  moved: ['Subtitle # is in the wrong place.', 'Subtitles # are in the wrong place.'],
  renumbered: [
    'Subtitle # has another number than in the original.',
    'Subtitles # have other numbers than in the original.',
  ],
  time: ['Subtitle # has another time than in the original.', 'Subtitles # have other times than in the original.'],
  'no-text': ['Subtitle # has no text.', 'Subtitles # have no text.'],
  'blank-line': ['The blank line before subtitle # is missing.', 'The blank lines before subtitles # are missing.'],
};

/** More batches than fit into view at once. */
const SHOWN_BATCHES = 2;

/**
 * The lines that arrived last, the newest batch first, and the button that shows all lines. After "Try the first batch": its lines beside their originals.
 * `children`: the button for lines that need a look.
 */
export function NewestLines({ children }: { children: ReactNode }) {
  const { page } = useServices();
  // One snapshot, so that results of one film are not looked up in another.
  const state = useDeferredSession();
  const newest = useArrivals(state);
  const isFixed = usePromptFixed();
  const hasFailed = failedWords(state) !== '';
  const language = useSettings(({ prompt }) => languageOfPrompt(prompt));
  if (newest.length === 0)
    return hasFailed ? (
      <RunEnd>{children}</RunEnd>
    ) : (
      <div className={newestStyles.head}>
        <TryAgain />
        {children}
      </div>
    );
  if (isTrying(state))
    return (
      <FirstBatch state={state} language={language}>
        {children}
      </FirstBatch>
    );
  const lines = (
    <section
      ref={bringUp}
      aria-labelledby="newest-heading"
      className={newestStyles.newest}
      data-fixed={isFixed || undefined}
    >
      <div className={newestStyles.head}>
        <h3 id="newest-heading">Newest lines</h3>
        <PlainButton onClick={() => page.setState({ view: 'lines' })}>Watch all lines</PlainButton>
        {!hasFailed && children}
      </div>
      <div className={newestStyles.lines} lang={language}>
        {newest.map((index) => (
          <BatchLines key={index} lines={linesOfBatch(state, index)} />
        ))}
      </div>
    </section>
  );
  return (
    <>
      {hasFailed && <RunEnd>{children}</RunEnd>}
      {lines}
    </>
  );
}

/** All lines of the first batch. A person uses them to decide whether the prompt and the model are good enough. */
function FirstBatch(props: { state: Work; language: string | undefined; children: ReactNode }) {
  const { state, language, children } = props;
  const lines = linesOfBatch(state, 0);
  const original = languageOfPhrases(state.phrases);
  const translated = languageOfText(lines.map(({ translation }) => translation).join('\n')) ?? language;
  return (
    <section ref={bringUp} aria-labelledby={FIRST_BATCH_ID} className={newestStyles.newest} data-tried>
      <div className={newestStyles.head}>
        <h3 id={FIRST_BATCH_ID}>First batch</h3>
        <TryAgain />
        {children}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={newestStyles.pairs} tabIndex={0}>
        <table aria-labelledby={FIRST_BATCH_ID}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Original</th>
              <th scope="col">Translation</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.number}>
                <th scope="row">{line.number}</th>
                <td lang={original} dir={directionOfText(line.original)}>
                  {line.original}
                </td>
                {hasText(line) ? (
                  <td lang={translated} dir={directionOfText(line.translation ?? '')}>
                    {line.translation}
                  </td>
                ) : (
                  <td className={newestStyles.missing}>Missing</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const FIRST_BATCH_ID = 'first-batch';

/** Scrolls the first lines into view, unless somebody is working in the panel. */
function bringUp(section: HTMLElement | null): void {
  const body = section?.parentElement;
  if (body && !body.contains(document.activeElement)) body.scrollTop = 0;
}

/** With memo a new batch draws only its own lines; `lines` is the same list for the same output. */
const BatchLines = memo(function BatchLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ol
      className={newestStyles.batch}
      start={lines[0]?.number}
      lang={languageOfText(lines.map(({ translation }) => translation).join('\n'))}
    >
      {lines.map(
        ({ number, translation }) =>
          translation !== undefined && (
            <li key={number} value={number} dir="auto">
              {translation}
            </li>
          ),
      )}
    </ol>
  );
});

/** The batches that arrived last, the newest first. If several were there from the start, the last ones of the film. */
function useArrivals(state: Work): readonly number[] {
  const results = resultsOf(state);
  const [seen, setSeen] = useState({ results, newest: arrivedSince([], state) });
  if (seen.results === results) return seen.newest;
  const before = seen.results.length === results.length ? seen : { results: [], newest: [] };
  const arrived = arrivedSince(before.results, state);
  const kept = before.newest.filter((index) => results[index] != null && !arrived.includes(index));
  const newest = [...arrived, ...kept].slice(0, SHOWN_BATCHES);
  setSeen({ results, newest });
  return newest;
}

/** The film's last batches with a usable line first. */
function arrivedSince(before: readonly BatchSlot[], state: Work): readonly number[] {
  const results = resultsOf(state);
  const arrived: number[] = [];
  // From the end, so that only a few outputs of a long film are read.
  for (let index = results.length - 1; index >= 0 && arrived.length < SHOWN_BATCHES; index--) {
    const isNew = results[index] != null && before[index] == null;
    if (isNew && linesOfBatch(state, index).some(hasText)) arrived.push(index);
  }
  return arrived;
}
