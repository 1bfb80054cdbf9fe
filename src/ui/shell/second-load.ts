import { hasBatches } from '../../engine/run-state.ts';
import { loadPromptForFilm } from '../../session/follow-film.ts';
import { isOtherFormat } from '../../session/reading.ts';
import type { SessionState } from '../../session/session-state.ts';
import { later, Nothing } from '../kit/lazy-part.tsx';
import { Languages } from '../panels/languages/languages.tsx';
import { ChooseModel, Estimate, StartedActions } from '../panels/result/result-actions.tsx';
import { Explanation, NewestLines, TranslatedSection } from '../panels/result/result-panel.tsx';
import { KeyCheckResult, KeyQuestion } from '../panels/settings/key-field.tsx';
import { FilmFace, NoticeList, Repairs, SourceCheck } from '../panels/source/source-panel.tsx';
import { loadIntake } from '../state/film/create-file-intake.ts';
import { loadLanguagePair } from '../state/translate-soon.ts';
import { Bars, workHasNews } from './page-bars.tsx';

export const BatchList = later(
  async () => (await import(/* webpackChunkName: "second-load" */ '../panels/batches/batch-list.tsx')).BatchList,
);
export const BatchInputPanel = later(
  async () =>
    (await import(/* webpackChunkName: "second-load" */ '../panels/batches/batch-input-panel.tsx')).BatchInputPanel,
);
export const BatchOutputPanel = later(
  async () =>
    (await import(/* webpackChunkName: "second-load" */ '../panels/batches/batch-output-panel.tsx')).BatchOutputPanel,
);
export const PriceSection = later(
  async () => (await import(/* webpackChunkName: "second-load" */ '../panels/price/price-section.tsx')).PriceSection,
  { StandIn: Nothing, whenTouched: true },
);

export const ProjectItems = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './menus.tsx')).ProjectItems,
);
export const MoreItems = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './menus.tsx')).MoreItems,
);
export const Watches = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './watches.tsx')).Watches,
  { StandIn: Nothing },
);
export const DropWords = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './drop-words.tsx')).DropWords,
  { StandIn: Nothing },
);
export const BarProgress = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './bars.tsx')).BarProgress,
  { StandIn: Nothing },
);

/**
 * The parts of the second load (docs/decisions/0018), in the order in which they are needed. A component loads its part by itself
 * if the part is not loaded yet. Each function rejects when its part cannot be loaded.
 */
export const SECOND_LOAD: readonly (() => Promise<unknown>)[] = [
  Languages.load,
  loadPromptForFilm,
  loadLanguagePair,
  FilmFace.load,
  loadIntake,
  NoticeList.load,
  ChooseModel.load,
  KeyQuestion.load,
  KeyCheckResult.load,
  SourceCheck.load,
  Bars.load,
  Explanation.load,
  () => import(/* webpackChunkName: "second-load" */ '../../engine/run.ts'),
  () => import(/* webpackChunkName: "second-load" */ '../../engine/requests.ts'),
  BatchList.load,
  Estimate.load,
  PriceSection.load,
  BatchInputPanel.load,
  BatchOutputPanel.load,
  TranslatedSection.load,
  StartedActions.load,
  NewestLines.load,
  BarProgress.load,
  Watches.load,
  DropWords.load,
  ProjectItems.load,
  MoreItems.load,
  // A chunk of its own: asking for it takes time of the task in which a film is drawn.
  Repairs.load,
];

/** Whether a page with this work needs the second load at once: for a run, a notice, the explanation of an error. */
export const needsSecondLoad = (work: SessionState): boolean =>
  hasBatches(work) ||
  work.sourceText !== '' ||
  workHasNews(work) ||
  work.error !== '' ||
  work.notices.length > 0 ||
  isOtherFormat(work);
