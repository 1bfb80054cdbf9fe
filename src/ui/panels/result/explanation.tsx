import { hasBatches } from '../../../engine/run-state.ts';
import type { SessionState } from '../../../film/film.ts';
import { missingKey, modelChoice } from '../../../settings/model-choice.ts';
import type { SettingsState } from '../../../settings/settings.ts';
import { useReadOnlyReason, useSession, useSettings } from '../../state/use-film.ts';
import { explainFailure, explainOutage } from '../../words/failures.ts';
import { refusedFileWords, sourceErrorWords } from '../../words/file-summary.ts';
import { eitherKey } from './result-actions.tsx';
import styles from './result-panel.module.css';

/** What the error means and what to do; nothing if the error's own words say that. */
export function Explanation() {
  const settings = useSettings((state) => state);
  const explanation = useSession((state) => explain(state, settings));
  const readOnly = useReadOnlyReason();
  if (!explanation) return null;
  return <p className={styles.explanation}>{[explanation, readOnly].filter(Boolean).join(' ')}</p>;
}

function explain(state: SessionState, settings: SettingsState): string | undefined {
  if (state.paused?.reason === 'failure') {
    if (state.paused.kind === 'missing-key') return missingKeyWords(settings, 'Resume');
    return explainFailure(state.paused.kind, 'Resume');
  }
  if (state.paused?.reason === 'outage') return explainOutage(state.paused.kind);
  if (hasBatches(state)) return refusedFileWords(state.error);
  if (state.error.startsWith('No API key configured')) return missingKeyWords(settings, 'Translate');
  return sourceErrorWords(state.error);
}

function missingKeyWords(settings: SettingsState, goOn: 'Translate' | 'Resume'): string {
  const choice = modelChoice(settings);
  if (choice && goOn === 'Translate') return `${choice.choose}, then press Translate.`;
  if (choice && !choice.goBack) {
    const choose = choice.choose.replace(/^C/, 'c');
    return `Add ${eitherKey(settings)} under Settings, or ${choose}, then press Resume.`;
  }
  if (settings.awaitsPick || missingKey(settings) === undefined) return `The key is there now. Press ${goOn}.`;
  return `Add ${eitherKey(settings)} under Settings, then press ${goOn}.`;
}
