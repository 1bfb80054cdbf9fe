import { isOtherFormat } from '../../../session/reading.ts';
import { later } from '../../kit/later.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './source-panel.module.css';

export const NoticeList = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './notice-list.tsx')).NoticeList,
);

/** Stands there before there is a notice, so that assistive technology tells of the first one, too. */
export function SourceNotices() {
  const hasNotices = useSession((state) => state.notices.length > 0 || isOtherFormat(state));
  return (
    <div role="status" className={styles.notices}>
      {hasNotices && <NoticeList />}
    </div>
  );
}
