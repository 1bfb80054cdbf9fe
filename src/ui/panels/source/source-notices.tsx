import { useStore } from 'zustand';
import { isOtherFormat } from '../../../session/reading.ts';
import { runPart } from '../../state/parts.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import styles from './source-panel.module.css';

export const NoticeList = runPart.component((part) => part.NoticeList);

/** The live region is there before the first notice, so that screen readers announce the first notice too. */
export function SourceNotices() {
  const hasNotices = useSession((state) => state.notices.length > 0 || isOtherFormat(state));
  const opening = useStore(useServices().page, (state) => state.opening);
  return (
    <div role="status" className={styles.notices}>
      {opening && <p className={styles.hint}>Opening {opening}…</p>}
      {hasNotices && <NoticeList />}
    </div>
  );
}
