import { useDeferredValue, useMemo } from 'react';
import { isSourceFixed } from '../../../session/session-selectors.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Button } from '../../kit/button.tsx';
import { firstSign } from '../../kit/first-sign.ts';
import { later, Nothing } from '../../kit/later.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';
import { EmptyHint } from './empty-hint.tsx';
import { Repairs } from './repairs-later.ts';
import { SourceNotices } from './source-notices.tsx';
import styles from './source-panel.module.css';
import { UploadButton } from './upload-button.tsx';

export const FilmFace = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './film-face.tsx')).FilmFace,
  {
    StandIn: Nothing,
    when: () => firstSign(window),
  },
);

/** The left panel while no batch is open: the original. */
export function SourcePanel() {
  const { session } = useServices();
  const text = useSession((state) => state.sourceText);
  // Deferred: making a long film's editor read-only takes time.
  const locked = useDeferredValue(useSession(isSourceFixed));
  const script = useMemo(() => scriptOfText(text), [text]);
  const empty = text === '' && !locked;
  const readOnly = useReadOnlyReason();

  return (
    <Panel
      name="Original"
      aside={text !== '' && <FilmFace />}
      actions={
        <>
          <Button disabled={locked} onClick={session.clearSource} aria-describedby={locked ? 'source-hint' : undefined}>
            Clear
          </Button>
          {!empty && <UploadButton />}
          {locked && (
            <p id="source-hint" className={styles.hint}>
              {readOnly || 'Restart to open another file.'}
            </p>
          )}
        </>
      }
    >
      <SourceNotices />
      {text !== '' && !locked && <Repairs />}
      <div className={styles.text} data-locked={locked || undefined}>
        <TextEditor
          name="Original subtitles"
          value={text}
          onChange={session.editSource}
          readOnly={locked}
          className={locked ? quiet.editor : undefined}
          height="100%"
          together
          {...script}
        />
        {empty && <EmptyHint />}
      </div>
    </Panel>
  );
}
