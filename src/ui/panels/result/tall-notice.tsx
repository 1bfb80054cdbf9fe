import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { limitsFor } from '../../../review/limits.ts';
import { countTall } from '../../../review/save/count-tall.ts';
import { allLines } from '../../../session/lines/lines.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { languageOfResult } from '../../state/save/language-of-result.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import styles from './saving.module.css';

/** Says how many phrases get three lines or more where both languages are wanted; the region is there before the words. */
export function TallNotice() {
  const count = useTallCount();
  const phrases = useSession((state) => state.phrases.length);
  return (
    <p role="status" className={styles.tall}>
      {count > 0 &&
        `${count.toLocaleString('en')} of ${phrases.toLocaleString('en')} phrases have three lines or more in both languages together. They cover much of the picture, and some players cut them off.`}
    </p>
  );
}

function useTallCount(): number {
  const { session, page } = useServices();
  const saving = useStore(page, (state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const results = useSession((state) => state.results);
  const { options } = saving;
  const [count, setCount] = useState(0);
  useEffect(() => {
    // Most films are saved in one language: nothing is to be counted while their batches come in.
    if (options.both === undefined) return setCount(0);
    const controller = new AbortController();
    const state = session.store.getState();
    const language = languageOfResult({ ...state, results }, prompt, saving);
    const facts = { ...options, format: formatOf(state.readAs), limits: limitsFor(language), language };
    void runInSlices(countTall(allLines(state), facts), controller.signal).then((found) => {
      if (!controller.signal.aborted) setCount(found ?? 0);
    });
    return () => controller.abort();
  }, [session, saving, options, prompt, results]);
  return count;
}
