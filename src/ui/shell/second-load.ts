import { hasBatches } from '../../engine/run-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { later } from '../kit/later.tsx';
import { Explanation } from '../panels/result/error-section.tsx';
import { TranslatedSection } from '../panels/result/result-panel.tsx';
import { NoticeList } from '../panels/source/source-notices.tsx';
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

const PARTS = [BatchList, BatchInputPanel, BatchOutputPanel, TranslatedSection, Explanation, NoticeList, Bars];

/**
 * Loads what the empty page does without (docs/decisions/0018). Whoever needs a part of it loads that by itself; loaded ahead, the
 * part is there at once. Rejects when something cannot be loaded.
 */
export async function secondLoad(): Promise<void> {
  await Promise.all([...PARTS.map(({ load }) => load()), loadDecoding()]);
}

/** Whether a page with this work on it shows some of that at once: a run, a notice, the explanation of an error. */
export const needsSecondLoad = (work: SessionState): boolean =>
  hasBatches(work) || workHasNews(work) || work.error !== '' || work.notices.length > 0;
