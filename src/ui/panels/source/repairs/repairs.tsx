import { useSession } from '../../../state/use-film.ts';
import { MENDED_WORDS } from '../../../words/undo-words.ts';
import { isSourceError } from './is-source-error.ts';
import styles from './repairs.module.css';
import { isBackBeforeMending } from './repairs-desk.ts';
import { RepairsList } from './repairs-list.tsx';
import { RepairsOffer } from './repairs-offer.tsx';
import { useRepairSearch, useRepairsView } from './use-repairs.ts';

/** Above the original: what can be mended in it. While the error of it is shown, the offer stands below that. */
export function Repairs() {
  useRepairSearch();
  const isBelowError = useSession((state) => isSourceError(state.error));
  return (
    <>
      {!isBelowError && <RepairsOffer />}
      <RepairsList />
    </>
  );
}

/** The same below the error of an original that cannot be read. */
export function RepairsBelowError() {
  const isHere = useSession((state) => isSourceError(state.error));
  return (
    isHere && (
      <div className={styles.belowError}>
        <RepairsOffer />
      </div>
    )
  );
}

/** What Undo takes back of mending: of the file on the page, whose earlier text may be back, or of one that another text has replaced since. */
export function MendingWords() {
  const isBack = useSession(isBackBeforeMending);
  const isReplaced = useRepairsView(({ isOfMended }) => isOfMended === false);
  if (isBack) return 'The file was mended. Now its earlier text stands here again.';
  return isReplaced
    ? 'Another text replaced the file that was mended. That file’s text before mending is kept until you press Translate.'
    : MENDED_WORDS;
}
