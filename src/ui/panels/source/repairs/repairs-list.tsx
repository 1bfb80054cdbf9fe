import { memo, startTransition, useEffect, useState } from 'react';
import type { FoundKind } from '../../../../subtitles/mend/find-repairs.ts';
import { shorten } from '../../../../subtitles/shorten.ts';
import { Button } from '../../../kit/button.tsx';
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

type Place = FoundKind['repairs'][number];

const FIRST = 50;
const MORE = 100;
const LONGEST = 300;
const AT_ONCE = 4;

/** Where repairs are, with what stands there and what will. Of many the first ones, and more on demand. */
const RepairPlaces = memo(function RepairPlaces({ places }: { places: readonly Place[] }) {
  const [count, setCount] = useState(FIRST);
  // A few in one task: there may be many kinds, and laying a row out takes longer than making it.
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(Math.min(count, drawn + AT_ONCE)));
  }, [drawn, count]);
  const more = Math.min(MORE, places.length - count);
  return (
    <>
      <ul className={styles.places}>
        {places.slice(0, drawn).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a list never change their order
          <li key={index} className={styles.place}>
            <span className={styles.line}>Line {place.line}</span>
            <Change {...place} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="plain" onClick={() => setCount(count + MORE)}>
          {`Show ${more} more of ${places.length.toLocaleString('en')}`}
        </Button>
      )}
    </>
  );
});

function Change({ before, after }: Place) {
  const text = shorten(before, LONGEST);
  if (before === after) {
    return (
      <span dir="auto" className={styles.text}>
        {text}
      </span>
    );
  }
  return (
    <>
      <del dir="auto" className={styles.text}>
        {text === '' ? '(nothing)' : text}
      </del>
      <ins dir="auto" className={styles.text}>
        {after === '' ? '(left out)' : shorten(after, LONGEST)}
      </ins>
    </>
  );
}
