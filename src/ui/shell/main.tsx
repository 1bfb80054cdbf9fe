import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isHolder, isPending } from '../../engine/run-state.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useNarrow } from '../kit/browser.ts';
import { later } from '../kit/lazy-part.tsx';
import { Languages } from '../panels/languages/languages.tsx';
import { ErrorSection } from '../panels/result/error-section.tsx';
import { ResultActions } from '../panels/result/result-actions.tsx';
import { ResultPanel } from '../panels/result/result-panel.tsx';
import { SettingsSection } from '../panels/settings/settings-section.tsx';
import { RepairsBelowError } from '../panels/source/repairs-later.ts';
import { SourceNotices } from '../panels/source/source-notices.tsx';
import { SourcePanel } from '../panels/source/source-panel.tsx';
import { useServices } from '../state/services.tsx';
import { useLinesShown, useSession, useStarted } from '../state/use-film.ts';
import styles from './app.module.css';
import { BatchInputPanel, BatchList, BatchOutputPanel, PriceSection } from './second-load.ts';

const LinesPanel = later(async () => (await import('../panels/lines/lines-panel.tsx')).LinesPanel);
const LinesAsCsv = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/lines-as-csv.tsx')).LinesAsCsv,
);
const ReviewProgress = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/review-progress.tsx')).ReviewProgress,
);
const ReviewHint = later(
  async () => (await import(/* webpackChunkName: "review" */ '../panels/lines/review-hint.tsx')).ReviewHint,
);

const linesPanel = (errors: ReactNode) => (
  <LinesPanel
    notices={<SourceNotices />}
    errors={errors}
    actions={<ResultActions review={<ReviewProgress always />} problems={<ProblemsOffer />} saving={<LinesAsCsv />} />}
  />
);

/** Constant elements, so that a change of the layout does not draw them again. */
const PANELS = {
  batches: <BatchList />,
  source: <SourcePanel />,
  result: (
    <ResultPanel
      languages={<Languages />}
      settings={
        <>
          <SettingsSection />
          <PriceOffer />
        </>
      }
      review={<ReviewOffer />}
      problems={<ProblemsOffer />}
      repairs={<RepairsBelowError />}
      saving={<LinesAsCsv />}
    />
  ),
  lines: linesPanel(<ErrorSection />),
  /** On a phone the errors stand above the batches. */
  narrowLines: linesPanel(null),
};

/** What stands below the header: the panels of the step at which the work is. */
export function Main() {
  const started = useStarted();
  const shown = useDeferredValue(useSession(shownBatch));
  const inLines = useDeferredValue(useLinesShown());
  const empty = useSession((state) => state.sourceText === '');
  const narrow = useNarrow();
  const { page } = useServices();
  const isChosen = useStore(page, ({ view }) => view === 'lines');
  // Who reviewed the last film line by line gets this one's lines without waiting for their code.
  useEffect(() => {
    if (isChosen && !empty) LinesPanel.load().catch(() => {});
  }, [isChosen, empty]);
  const errors = narrow && shown === null && (
    <div className={styles.errors}>
      <ErrorSection>
        <RepairsBelowError />
      </ErrorSection>
    </div>
  );
  if (inLines) {
    return (
      <main className={styles.main} data-started>
        {errors}
        {PANELS.batches}
        {narrow ? PANELS.narrowLines : PANELS.lines}
      </main>
    );
  }
  return (
    <main className={styles.main} data-started={started || undefined} data-stage={(empty && !started) || undefined}>
      {errors}
      {started && PANELS.batches}
      {shown === null ? PANELS.source : <BatchInputPanel index={shown} />}
      {shown === null ? PANELS.result : <BatchOutputPanel index={shown} />}
    </main>
  );
}

const shownBatch = (state: SessionState) => state.shownBatch;

/** What a film costs, once there is one. */
function PriceOffer() {
  const { prices } = useServices();
  const hasFilm = useDeferredValue(useSession((state) => state.sourceText !== ''));
  return prices && hasFilm ? <PriceSection /> : null;
}

/** Once a run has ended: how far the review is, for the tab that can change the lines. */
function ReviewOffer() {
  return useHasEnded() ? <ReviewProgress /> : null;
}

/** The way to the lines with problems; not before the run's end, since all lines are judged for it. */
function ProblemsOffer() {
  return useHasEnded() ? <ReviewHint /> : null;
}

const useHasEnded = (): boolean =>
  useDeferredValue(useSession((state) => isHolder(state) && hasBatches(state) && !isPending(state)));
