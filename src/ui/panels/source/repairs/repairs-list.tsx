import { memo, startTransition, useEffect, useState } from 'react';
import type { RepairsOfKind } from '../../../../film-worker/calls.ts';
import { shorten } from '../../../../subtitles/shorten.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
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

const Kinds = ({ kinds }: { kinds: readonly RepairsOfKind[] }) =>
  kinds.length > 0 && (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <Kind key={kind.name} kind={kind} />
      ))}
    </ul>
  );

function Kind({ kind }: { kind: RepairsOfKind }) {
  const { name, sentence, offer } = kind;
  const desk = useRepairsDesk();
  const isTicked = useRepairsView(({ ticked }) => ticked.has(name));
  return (
    <li>
      <label className={styles.kind}>
        <input type="checkbox" checked={isTicked} onChange={() => desk.tick(name)} />
        <span>{[sentence, offer].filter(Boolean).join(' ')}</span>
      </label>
      <RepairPlaces kind={kind} />
    </li>
  );
}

type Place = RepairsOfKind['places'][number];

const FIRST = 50;
const MORE = 100;
const LONGEST = 300;
const AT_ONCE = 4;

/** Where repairs are, with what stands there and what will. Of many the first ones, and more on demand. */
const RepairPlaces = memo(function RepairPlaces({ kind }: { kind: RepairsOfKind }) {
  const [count, setCount] = useState(FIRST);
  const places = usePlaces(kind, count);
  // A few in one task: there may be many kinds, and laying a row out takes longer than making it.
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(Math.min(count, drawn + AT_ONCE)));
  }, [drawn, count]);
  const more = Math.min(MORE, kind.count - count);
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
          {`Show ${more} more of ${kind.count.toLocaleString('en')}`}
        </Button>
      )}
    </>
  );
});

/** The first places of a kind, at least those that came with it. */
function usePlaces({ name, count: total, places: first }: RepairsOfKind, count: number): readonly Place[] {
  const desk = useRepairsDesk();
  const { analysis } = useServices().session;
  const [more, setMore] = useState({ behind: first, places: NO_PLACES });
  const known = more.behind === first ? more.places.length : 0;
  const missing = Math.min(count, total) - first.length - known;
  useEffect(() => {
    if (missing <= 0) return;
    void analysis.orNothing(async () => {
      const found = await desk.places(name, first.length + known, missing);
      if (found) setMore((before) => ({ behind: first, places: [...before.places.slice(0, known), ...found] }));
    });
  }, [desk, analysis, name, first, known, missing]);
  return known > 0 ? [...first, ...more.places] : first;
}

const NO_PLACES: readonly Place[] = [];

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
