import type { FoundKind } from '../../../../subtitles/mend/find-repairs.ts';
import { RepairPlaces } from './repair-places.tsx';
import styles from './repairs.module.css';
import { REPAIRS_ID } from './repairs-offer.tsx';
import { useRepairsDesk, useRepairsView } from './use-repairs.ts';

/** All repairs by kind: what is needed, and what is only told. A ticked kind is mended. */
export function RepairsList() {
  const repairs = useRepairsView((view) => view.repairs);
  const isShown = useRepairsView((view) => view.isShown);
  if (!isShown || !repairs || repairs.kinds.length === 0) return null;
  const needed = repairs.kinds.filter(({ isTold }) => !isTold);
  const told = repairs.kinds.filter(({ isTold }) => isTold);
  return (
    <section id={REPAIRS_ID} aria-label="Repairs" tabIndex={-1} className={styles.list}>
      <Kinds kinds={needed} />
      {told.length > 0 && <p className={styles.hint}>Left as it is unless you tick it:</p>}
      <Kinds kinds={told} />
    </section>
  );
}

const Kinds = ({ kinds }: { kinds: readonly FoundKind[] }) =>
  kinds.length > 0 && (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <Kind key={kind.name} kind={kind} />
      ))}
    </ul>
  );

function Kind({ kind: { name, sentence, offer, repairs } }: { kind: FoundKind }) {
  const desk = useRepairsDesk();
  const isTicked = useRepairsView(({ ticked }) => ticked.has(name));
  return (
    <li>
      <label className={styles.kind}>
        <input type="checkbox" checked={isTicked} onChange={() => desk.tick(name)} />
        <span>{[sentence, offer].filter(Boolean).join(' ')}</span>
      </label>
      <RepairPlaces places={repairs} />
    </li>
  );
}
