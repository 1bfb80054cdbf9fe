import { useState } from 'react';
import { saveTextFile } from '../../../files/save-text-file.ts';
import { linesAsCsv } from '../../../review/lines-as-csv.ts';
import type { Session } from '../../../session/session.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { Button } from '../../kit/button.tsx';
import { wantTypedText } from '../../kit/typed-text.ts';
import { useServices } from '../../state/services.tsx';
import type { Judged } from './judged.ts';
import { allFacts } from './line-facts.ts';
import type { LineJudge } from './line-judge.ts';
import { useLineJudge } from './use-judged.ts';

/** Saves number, times, both texts and problems of all lines; waits until all of them are judged, if they can be. */
export function LinesAsCsv() {
  const { session } = useServices();
  const judge = useLineJudge();
  const [waits, setWaits] = useState(false);
  const [words, setWords] = useState('');
  async function save(): Promise<void> {
    setWords('');
    setWaits(true);
    wantTypedText();
    const judged = await whenJudged(session, judge);
    setWaits(false);
    if (judged === undefined) return;
    const state = session.store.getState();
    const name = state.fileName.replace(/\.[^.]*$/, '') || 'translated';
    saveTextFile(`${name}.lines.csv`, linesAsCsv(allFacts(state, judged)), 'text/csv');
    if (judged.rulesFailed)
      setWords('The lines were saved without their problems: what judges them could not be loaded.');
  }
  return (
    <>
      <Button variant="plain" aria-busy={waits} disabled={waits} onClick={() => void save()}>
        Lines as CSV
      </Button>
      <span role="status">{words}</span>
    </>
  );
}

/** undefined: another film has come in the meantime. */
const whenJudged = ({ store }: Session, { subscribe, getSnapshot }: LineJudge): Promise<Judged | undefined> =>
  new Promise((resolve) => {
    const { phrases } = store.getState();
    const leaveStore = store.subscribe(check);
    const leaveJudge = subscribe(check);
    function check(): void {
      const judged = getSnapshot();
      const state = store.getState();
      const isSameFilm = state.phrases === phrases;
      if (isSameFilm && !judged.rulesFailed && !areAllJudged(state, judged)) return;
      // Not from inside of subscribe, which has yet to give its way out.
      setTimeout(() => {
        leaveStore();
        leaveJudge();
      });
      resolve(isSameFilm ? judged : undefined);
    }
    check();
  });

function areAllJudged(state: SessionState, judged: Judged): boolean {
  for (const { isJudged } of allFacts(state, judged)) if (!isJudged) return false;
  return true;
}
