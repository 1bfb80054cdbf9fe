import { useStore } from 'zustand';
import type { SessionState } from '../../film/film.ts';
import type { SettingsState } from '../../settings/settings.ts';
import type { PageState } from '../state/page-state.ts';
import { runPart } from '../state/parts.ts';
import { useServices } from '../state/services.tsx';
import { useSession, useSettings } from '../state/use-film.ts';
import styles from './page-bars.module.css';

const Bars = runPart.component((part) => part.Bars);

/** The notices for the whole page, above the panels; usually none. */
export function PageBars() {
  const { page, commands } = useServices();
  const ofPage = useStore(page, pageHasNews);
  const ofWork = useSession(workHasNews);
  const ofKeys = useSettings(keysHaveNews);
  return (
    <div className={styles.bars} role="status" aria-label="Notices">
      {(ofPage || ofWork || ofKeys || commands.leaveDemo) && <Bars />}
    </div>
  );
}

const pageHasNews = ({ storageProblem, settingsProblem, applyUpdate, bug, refusal }: PageState): boolean =>
  [storageProblem, settingsProblem, applyUpdate, bug, refusal].some((fact) => fact !== null);
/** Whether this work alone makes a bar appear. */
export const workHasNews = (state: SessionState): boolean => state.undo !== null;
const keysHaveNews = (state: SettingsState): boolean => state.forgetting.undoable;
