import { hasBatches } from '../../engine/run-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { later } from '../kit/later.tsx';
import { Languages } from '../panels/languages/languages.tsx';
import { Explanation } from '../panels/result/error-section.tsx';
import { StartedActions } from '../panels/result/result-actions.tsx';
import { NewestLines, TranslatedSection } from '../panels/result/result-panel.tsx';
import { NoticeList } from '../panels/source/source-notices.tsx';
import { FilmFace } from '../panels/source/source-panel.tsx';
import { loadDecoding } from '../state/file-intake.ts';
import { Bars, workHasNews } from './page/page-bars.tsx';

export const BatchList = later(
  async () => (await import(/* webpackChunkName: "second-load" */ '../panels/batch-list/batch-list.tsx')).BatchList,
);
export const BatchInputPanel = later(
  async () =>
    (await import(/* webpackChunkName: "second-load" */ '../panels/batch/batch-input-panel.tsx')).BatchInputPanel,
);
export const BatchOutputPanel = later(
  async () =>
    (await import(/* webpackChunkName: "second-load" */ '../panels/batch/batch-output-panel.tsx')).BatchOutputPanel,
);

/**
 * The parts of the second load (docs/decisions/0018), those first that are needed first. Whoever needs one loads it by itself; loaded
 * ahead, it is there at once. Each rejects when it cannot be loaded.
 */
export const SECOND_LOAD: readonly (() => Promise<unknown>)[] = [
  Languages.load,
  FilmFace.load,
  loadDecoding,
  NoticeList.load,
  Bars.load,
  Explanation.load,
  () => import(/* webpackChunkName: "second-load" */ '../../engine/run.ts'),
  () => import(/* webpackChunkName: "second-load" */ '../../engine/send-request.ts'),
  BatchList.load,
  BatchInputPanel.load,
  BatchOutputPanel.load,
  TranslatedSection.load,
  StartedActions.load,
  NewestLines.load,
];

/** Whether a page with this work on it shows some of that at once: a run, a notice, the explanation of an error. */
export const needsSecondLoad = (work: SessionState): boolean =>
  hasBatches(work) || workHasNews(work) || work.error !== '' || work.notices.length > 0;
