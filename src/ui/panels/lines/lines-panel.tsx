import { type ReactNode, useDeferredValue, useState } from 'react';
import { allOk } from '../../../film/film.ts';
import { useNarrow } from '../../kit/browser.ts';
import { Button } from '../../kit/button.tsx';
import { NoticeBar } from '../../kit/messages.tsx';
import { LINES_ACTIONS_ID, LINES_ID } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { LinesGrid } from './grid/lines-grid.tsx';
import { RowMenu } from './grid/row-menu.tsx';
import { useReviewState } from './line-judge.ts';
import { LineSheet } from './line-sheet.tsx';
import { lineWords } from './line-words.ts';
import styles from './lines.module.css';
import { useLinesStore, useLinesView } from './lines-view.ts';
import { QuestionDialog } from './suggest/ask-dialog.tsx';
import { LinesToolbar } from './toolbar/lines-toolbar.tsx';
import { Offers } from './toolbar/offers.tsx';

/** What the main view has under its texts stands under the grid. */
interface LinesPanelProps {
  /** Beside the tools. */
  readonly notes: ReactNode;
  readonly notices: ReactNode;
  readonly errors: ReactNode;
  readonly actions: ReactNode;
}

/** The film line by line. */
export function LinesPanel({ notes, notices, errors, actions }: LinesPanelProps) {
  const state = useReviewState();
  // What is counted comes a moment later than the line that was written.
  const counted = useDeferredValue(state);
  // Cards, and one line is edited in a sheet of its own.
  const narrow = useNarrow();
  const sheet = useLinesView(({ open }) => (narrow ? open : null));
  const question = useLinesView((view) => view.question);
  return (
    <section id={LINES_ID} tabIndex={-1} aria-label="Lines" className={styles.panel}>
      <LinesToolbar state={counted} notes={notes} />
      <StaleNotice />
      <LinesGrid state={state} narrow={narrow} />
      <Offers state={counted} />
      <RowMenu />
      {sheet !== null && <LineSheet state={state} number={sheet} />}
      {question && <QuestionDialog question={question} />}
      <div className={styles.errors}>
        {notices}
        {errors}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields */}
      <div
        id={LINES_ACTIONS_ID}
        tabIndex={-1}
        role="group"
        aria-label="Lines: commands"
        className={styles.actions}
        data-one-row
      >
        {actions}
      </div>
    </section>
  );
}

/** The assembled text was edited by hand, so that it and the lines differ. */
function StaleNotice() {
  const { session } = useServices();
  const store = useLinesStore();
  const [missing, setMissing] = useState(0);
  const edited = useSession((state) => state.translatedEdited);
  const stale = useSession((state) => state.translatedStale && allOk(state));
  if (!edited) return null;
  async function takeOver(): Promise<void> {
    const { onBoth, missing } = await session.takeEditsOver();
    setMissing(missing);
    if (onBoth.length > 0) store.setState({ question: { kind: 'edits', edits: onBoth } });
  }
  return (
    <div className={styles.notice}>
      <NoticeBar>
        The translated text was edited by hand.
        <Button onClick={() => void takeOver()}>Take my edits over into the lines</Button>
        {stale && (
          <>
            <Button onClick={session.assemble}>Assemble again</Button>
            <Button onClick={session.keepTranslated}>Keep mine</Button>
          </>
        )}
        <span role="status">
          {missing > 0 && `${lineWords(missing)} cannot be found in the text for certain: nothing was taken for them.`}
        </span>
      </NoticeBar>
    </div>
  );
}
