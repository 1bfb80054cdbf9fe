import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor, type TextEditorHandle } from '../../editor/text-editor.tsx';
import { Button } from '../../kit/button.tsx';
import { Nothing } from '../../kit/lazy-part.tsx';
import { Panel } from '../../kit/panel.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession } from '../../state/use-film.ts';
import { EmptyHint } from './empty-hint.tsx';
import { isSourceError } from './repairs/is-source-error.ts';
import { SourceNotices } from './source-notices.tsx';
import styles from './source-panel.module.css';
import { UploadButton } from './upload-button.tsx';

export const FilmFace = runPart.component((part) => part.FilmFace, {
  StandIn: Nothing,
  whenTouched: true,
});
export const SourceCheck = runPart.component((part) => part.SourceCheck, { StandIn: Nothing, whenTouched: true });

const Repairs = runPart.component((part) => part.Repairs, { StandIn: Nothing });

/** The left panel while no batch is open: the original. */
export function SourcePanel() {
  const { session } = useServices();
  const text = useSession((state) => state.sourceText);
  // Deferred: making a long film's editor read-only takes time.
  const locked = useDeferredValue(useSession(isSourceFixed));
  const script = useMemo(() => scriptOfText(text), [text]);
  const empty = text === '' && !locked;
  const isOpen = !empty && !locked;
  const [refused, setRefused] = useState(false);
  const editor = useRef<TextEditorHandle>(null);
  const isWanted = useSession((state) => state.sourceText === '' || isSourceError(state.error));

  return (
    <Panel
      name="Original"
      {...(!empty && {
        aside: <FilmFace />,
        fold: { title: 'Film', open: isWanted || (refused && !locked), whole: true },
      })}
      notices={
        <>
          <SourceNotices />
          {isOpen && <Repairs />}
          <div role="status" className={styles.notices}>
            {isOpen && (
              <SourceCheck onGoToLine={(line) => editor.current?.goToLine(line, 'marked')} onVerdict={setRefused} />
            )}
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
          onChange={session.editSource}
          readOnly={locked}
          className={locked ? quiet.editor : empty ? styles.stage : undefined}
          height="100%"
          together
          {...script}
        />
        {empty && <EmptyHint />}
      </div>
    </Panel>
  );
}

function SourceActions({ locked, empty }: { locked: boolean; empty: boolean }) {
  const { session } = useServices();
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button
        variant="quiet"
        disabled={locked}
        onClick={session.clearSource}
        aria-describedby={locked ? 'source-hint' : undefined}
        aria-description={locked ? undefined : 'Clears the original'}
      >
        Clear
      </Button>
      {!empty && <UploadButton />}
      {locked && (
        <p id="source-hint" className={styles.hint}>
          {readOnly || 'Restart to open another file.'}
        </p>
      )}
    </>
  );
}
