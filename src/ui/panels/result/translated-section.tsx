import { useDeferredValue, useMemo, useRef } from 'react';
import { isHolder } from '../../../engine/run-state.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { scriptOfText } from '../../editor/script-of-text.ts';
import { TextEditor, type TextEditorHandle } from '../../editor/text-editor.tsx';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/notice/notice-bar.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { ResultCheck } from './result-check.tsx';
import styles from './result-panel.module.css';

export function TranslatedSection() {
  const { session } = useServices();
  const text = useSession((state) => state.translated);
  const holds = useSession(isHolder);
  // In a task of its own, since making the editor of a long film takes time.
  const withEditor = useDeferredValue(true, false);
  const script = useMemo(() => scriptOfText(text), [text]);
  const editor = useRef<TextEditorHandle>(null);
  return (
    <div className={styles.translated}>
      <StaleNotice />
      <div className={styles.translatedEditor}>
        {withEditor && (
          <TextEditor
            ref={editor}
            name="Translated subtitles"
            value={text}
            onChange={session.editTranslated}
            readOnly={!holds}
            className={holds ? undefined : quiet.editor}
            height="100%"
            together
            {...script}
            placeholder={holds ? 'You cleared the text. Press Result to build it again from the batches.' : 'Empty.'}
          />
        )}
      </div>
      <ResultCheck onGoToLine={(line) => editor.current?.goToLine(line)} />
    </div>
  );
}

/** A batch changed after a person had edited the assembled text: asks which of the two to keep. */
function StaleNotice() {
  const { session } = useServices();
  const holds = useSession(isHolder);
  const stale = useSession((state) => state.translatedStale && state.translatedEdited && state.translated !== '');
  return (
    <div role="status" className={styles.stale}>
      {stale && (
        <NoticeBar>
          A batch changed after you edited this text. "Assemble again" takes the change over and replaces your edits.
          {holds && (
            <span className={styles.choice}>
              <Button onClick={session.assemble}>Assemble again</Button>
              <Button onClick={session.keepTranslated}>Keep mine</Button>
            </span>
          )}
        </NoticeBar>
      )}
    </div>
  );
}
