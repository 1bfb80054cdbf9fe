import { useState } from 'react';
import { saveTextFile } from '../../../files/save-text-file.ts';
import { linesAsCsv } from '../../../review/save/lines-as-csv.ts';
import type { Session } from '../../../session/session.ts';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import type { Judged } from './judged.ts';
import { allFacts } from './line-facts.ts';
import type { LineJudge } from './line-judge.ts';
import { useLineJudge } from './use-judged.ts';

/** Saves number, times, both texts and problems of all lines; waits until all of them are judged. */
export function LinesAsCsv() {
  const { session } = useServices();
  const judge = useLineJudge();
  const [waits, setWaits] = useState(false);
  async function save(): Promise<void> {
    setWaits(true);
    const judged = await whenJudged(session, judge);
    setWaits(false);
    const state = session.store.getState();
    const name = state.fileName.replace(/\.[^.]*$/, '') || 'translated';
    saveTextFile(`${name}.lines.csv`, linesAsCsv(allFacts(state, judged)), 'text/csv');
  }
  return (
    <Button look="plain" aria-busy={waits} disabled={waits} onClick={() => void save()}>
      Lines as CSV
    </Button>
  );
}

const whenJudged = ({ store }: Session, { subscribe, getSnapshot }: LineJudge): Promise<Judged> =>
  new Promise((resolve) => {
    const leave = subscribe(look);
    function look(): void {
      const judged = getSnapshot();
      for (const { isJudged } of allFacts(store.getState(), judged)) if (!isJudged) return;
      // Not from inside of subscribe, which has yet to give its way out.
      setTimeout(() => leave());
      resolve(judged);
    }
    look();
  });
