import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { limitsFor } from '../../../review/limits.ts';
import { countTall } from '../../../review/save/count-tall.ts';
import { allLines } from '../../../session/lines/lines.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './saving.module.css';

/**
 * Says how many phrases get three lines or more where both languages are wanted; the region is there before the words. `language`: the
 * translation's.
 */
export function TallNotice({ language }: { language: string | undefined }) {
  const count = useTallCount(language);
  const phrases = useSession((state) => state.phrases.length);
  return (
    <p role="status" className={styles.tall}>
      {count > 0 &&
        `${count.toLocaleString('en')} of ${phrases.toLocaleString('en')} phrases have three lines or more in both languages together. They cover much of the picture, and some players cut them off.`}
    </p>
  );
}

function useTallCount(language: string | undefined): number {
  const { session, page } = useServices();
  const options = useStore(page, ({ saving }) => saving.options);
  const results = useSession((state) => state.results);
  const [count, setCount] = useState(0);
  useEffect(() => {
    // Most films are saved in one language: nothing is to be counted while their batches come in.
    if (options.both === undefined) return setCount(0);
    const controller = new AbortController();
    const { phrases, readAs } = session.store.getState();
    const facts = { ...options, format: formatOf(readAs), limits: limitsFor(language), language };
    void runInSlices(countTall(allLines({ phrases, results }), facts), controller.signal).then((found) => {
      if (!controller.signal.aborted) setCount(found ?? 0);
    });
    return () => controller.abort();
  }, [session, options, language, results]);
  return count;
}
