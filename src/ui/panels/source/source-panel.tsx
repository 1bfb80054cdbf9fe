import { type ChangeEvent, useDeferredValue, useRef } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { canRestart, hasSourceError, isInSeries, takesSubtitles } from '../../../film/film.ts';
import { isOtherFormat } from '../../../film/read-as.ts';
import { shownName } from '../../../lib/text.ts';
import type { SrtError } from '../../../subtitles/document.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { TextEditor, type TextEditorHandle, useScript } from '../../editor/text-editor.tsx';
import { useNarrow } from '../../kit/browser.ts';
import { Announced, Button, PlainButton } from '../../kit/button.tsx';
import { whenDrawn } from '../../kit/focus.ts';
import { Captions, Upload } from '../../kit/icons.tsx';
import { Nothing } from '../../kit/lazy-part.tsx';
import { useFocusHeir } from '../../kit/overlays.ts';
import { Panel, UPLOAD_BUTTON_ID } from '../../kit/panel.tsx';
import { BATCHES_HEADING_ID, CLOSE_FIRST, closeFilm, fileButtonId, usePrimaryVariant } from '../../state/next-step.ts';
import { runPart } from '../../state/parts.ts';
import { useLinesShown, usePage, useServices, useSession, useSource } from '../../state/services.tsx';
import stage from './empty-hint.module.css';
import styles from './source-panel.module.css';

const FileSummary = runPart.component((part) => part.FileSummary, { Fallback: Nothing, whenTouched: true });
const SourceCheck = runPart.component((part) => part.SourceCheck, { Fallback: Nothing, whenTouched: true });

const Repairs = runPart.component((part) => part.RepairsPanel, { Fallback: Nothing });

/** The left panel while no batch is open: the original. */
export function SourcePanel() {
  const { session } = useServices();
  const text = useSession((state) => state.sourceText);
  // Deferred: making a long film's editor read-only takes time.
  const locked = useDeferredValue(useSession(hasBatches));
  const script = useScript(text);
  const language = useSource()?.language;
  const empty = text === '' && !locked;
  const isOpen = !empty && !locked;
  const isRefused = useSourceError() !== undefined;
  const editor = useRef<TextEditorHandle>(null);
  const isWanted = useSession((state) => state.sourceText === '' || hasSourceError(state));

  return (
    <Panel
      name="Original"
      {...(!empty && {
        aside: <FileSummary />,
        fold: { title: 'Film', open: isWanted || isRefused, whole: true },
      })}
      notices={
        <>
          <SourceNotices />
          {isOpen && <Repairs />}
          <div role="status" className={styles.notices}>
            {isOpen && <SourceCheck onGoToLine={(line) => editor.current?.goToLine(line, 'marked')} />}
          </div>
        </>
      }
      actions={<SourceActions locked={locked} empty={empty} />}
    >
      <div className={styles.text} data-locked={locked || undefined} data-empty={empty || undefined}>
        <TextEditor
          ref={editor}
          name="Original subtitles"
          value={text}
          onChange={(text) => session.edit('original', text)}
          readOnly={locked}
          className={locked ? quiet.editor : empty ? styles.stage : undefined}
          height="100%"
          together
          {...script}
          lang={language ?? script.lang}
        />
        {empty && <EmptyHint />}
      </div>
    </Panel>
  );
}

/** Why the present text cannot be read; undefined: it can, or the film worker is still reading it. */
export function useSourceError(): SrtError | undefined {
  const source = useSource();
  const text = useSession((state) => state.sourceText);
  const readAs = useSession((state) => state.readAs);
  return source?.of.sourceText === text && source.of.readAs === readAs ? source.error : undefined;
}

function SourceActions({ locked, empty }: { locked: boolean; empty: boolean }) {
  const services = useServices();
  const isNextOpened = useSession(takesSubtitles);
  const nextWords = useSession(isInSeries)
    ? '“Open…” closes this list of files. Undo brings it back.'
    : '“Open…” opens the next film. Undo brings this one back.';
  return (
    <>
      <Button
        variant="quiet"
        disabled={!useSession(canRestart) || locked}
        onClick={() => void closeFilm(services, 'original')}
        aria-describedby={locked ? 'source-hint' : undefined}
        aria-description={locked ? undefined : 'Clears the original'}
      >
        Clear
      </Button>
      {!empty && <UploadButton />}
      {locked && (
        <p id="source-hint" className={styles.hint}>
          {isNextOpened ? nextWords : CLOSE_FIRST}
        </p>
      )}
    </>
  );
}

const NoticeList = runPart.component((part) => part.NoticeList);

/** The live region is there before the first notice, so that screen readers announce the first notice too. */
export function SourceNotices() {
  const toldByReader = useSource()?.notes.length ?? 0;
  const hasNotices = useSession((state) => state.notices.length > 0 || isOtherFormat(state)) || toldByReader > 0;
  const stopOpening = usePage((state) => state.stopOpening);
  const isToldByList = usePage(({ series }) => series.reading > 0) && !stopOpening;
  const opening = usePage((state) => state.opening);
  const refused = usePage((state) => state.refused);
  const error = useSession((state) => state.error);
  const inLines = useLinesShown();
  const isRefused = refused !== '' && refused === error;
  // On a phone and in Lines the errors beside it say the same, so screen readers only announce the words.
  const isSaidBeside = useNarrow() || inLines;
  return (
    <>
      {/* The focus stays where the person chose the file. */}
      <Announced
        name="File not opened"
        words={isRefused ? refused : ''}
        className={isSaidBeside ? undefined : styles.refused}
      />
      {/* Empty while nothing is opened: the panels that show it take no room for it then. */}
      <span role="status" className={styles.opening} data-lines={inLines || undefined}>
        {opening && !isToldByList && <span>{`Opening ${shownName(opening)}…`}</span>}
        {opening && stopOpening && <StopReading onStop={stopOpening} />}
      </span>
      <div role="status" className={styles.notices}>
        {hasNotices && <NoticeList />}
      </div>
    </>
  );
}

/** A slow disk, a large folder or a project of many films takes long to be read, so a person can stop. */
function StopReading({ onStop }: { onStop: () => void }) {
  const heir = useSession((state) =>
    isInSeries(state) ? fileButtonId(state.id) : hasBatches(state) ? BATCHES_HEADING_ID : UPLOAD_BUTTON_ID,
  );
  const ref = useFocusHeir<HTMLButtonElement>(heir);
  return (
    <PlainButton ref={ref} title="Opens nothing. The page stays as it is." onClick={onStop}>
      Stop reading
    </PlainButton>
  );
}

/** The first text moves the button to another place. The focus moves with it, unless the person has moved it elsewhere. */
const focusAgain = (): void =>
  whenDrawn(UPLOAD_BUTTON_ID, (button) => {
    // If the button disappears, its panel or the page has the focus.
    if (document.activeElement?.contains(button) ?? true) button.focus();
  });

/** Opens the file picker, which offers .srt files only (specification, section 2). */
function UploadButton() {
  const { intake } = useServices();
  const disabled = useSession(hasBatches);
  const input = useRef<HTMLInputElement>(null);

  function open({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file) void intake.open([file], { how: 'upload' }).then(focusAgain);
    // Cleared, so that a person can choose the same file again after correcting it.
    currentTarget.value = '';
  }

  return (
    <>
      <Button
        id={UPLOAD_BUTTON_ID}
        // Never in the bar of a small window: the button stays in the panel where a person drops the film.
        inBar={false}
        variant={usePrimaryVariant('upload')}
        icon={<Upload />}
        disabled={disabled}
        aria-describedby={disabled ? 'source-hint' : undefined}
        onClick={() => input.current?.click()}
      >
        Upload .srt
      </Button>
      {/* Always in the document, so that programs that fill in the page find it. */}
      <input ref={input} type="file" accept=".srt" hidden disabled={disabled} onChange={open} />
    </>
  );
}

export const DEMO_BUTTON_ID = 'try-the-demo';

/** What the page is and how to begin, over the empty text area. Clicks beside the buttons reach the text area. */
function EmptyHint() {
  const { startDemo } = useServices().commands;
  return (
    <div className={stage.hint}>
      <Captions className={stage.icon} />
      <p className={stage.title}>Drop subtitles or a video here</p>
      <p className={stage.words}>
        Translate with your own OpenAI, Anthropic or Google key. A film costs 1 to 20 cents, with the best models up to
        50. No account. Your key goes to its provider only.
      </p>
      <div className={stage.actions}>
        <UploadButton />
        {startDemo && (
          <Button id={DEMO_BUTTON_ID} onClick={() => startDemo()}>
            Try the demo
          </Button>
        )}
      </div>
      <p className={stage.fine}>or paste the text of the subtitles here</p>
    </div>
  );
}
