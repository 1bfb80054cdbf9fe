/**
 * The run part: code that a film, a run or a notice needs and the empty page does not, as one chunk. The page loads it at the first touch, or at once with
 * stored work. Only state/parts.ts imports it.
 */
export { createRunningSession, NO_LIST, NO_ROW, promptForFilm, settingsOfSteps } from '../film/run-part.ts';
export { BatchList } from './panels/batches/batch-list.tsx';
export { BatchInputPanel, BatchOutputPanel } from './panels/batches/open-batch-panels.tsx';
export { Files } from './panels/files/files.tsx';
export { LanguagePart, takeTypedLanguages } from './panels/languages/language-fields.tsx';
export { LinesAsCsv, ReviewHint, ReviewProgress } from './panels/lines/review.tsx';
export { Notes, NotesButton } from './panels/notes/notes-panel.tsx';
export { PriceSection, RaiseLimit } from './panels/price/price-section.tsx';
export { MoreWays, SaveAs, WrongOrderNotice } from './panels/result/file-options.tsx';
export { RunEnd } from './panels/result/run-end.tsx';
export {
  ChooseModel,
  Estimate,
  Explanation,
  PartHint,
  PromptReset,
  RunHint,
  StartedActions,
  TranslateAlone,
} from './panels/result/started-actions.tsx';
export { BehindNotice, NewestLines, TranslatedSection } from './panels/result/translated-section.tsx';
export { AdvancedFields } from './panels/settings/advanced-settings.tsx';
export { KeyCheckResult, KeyQuestion } from './panels/settings/key-question.tsx';
export { ModelList } from './panels/settings/model-list.tsx';
export { MoreTab } from './panels/settings/more-tab.tsx';
export { FileSummary, NoticeList, SourceCheck } from './panels/source/film-notices.tsx';
export { RepairsBelowError, RepairsPanel } from './panels/source/repairs.tsx';
export { BarProgress, Bars, DropWords } from './shell/bars.tsx';
export { goToStep, MoreItems, ProjectItems } from './shell/header-menus.tsx';
export { OtherTab } from './shell/other-tab.tsx';
export { FilmPreview, Watches } from './shell/watches.tsx';
export { moveFilms } from './state/next-film.ts';
export { createOpening } from './state/opening.ts';
export { mayBegin, mayGoOn } from './state/run-questions.ts';
export { mayGo, savePartByKey, saveProject } from './state/save-part.ts';
