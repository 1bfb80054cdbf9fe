import { useMemo } from 'react';
import { planRepair } from '../../../../session/suggest/plan-repair.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSettings } from '../../../state/use-film.ts';
import { modelInUseWords } from '../../../words/model-words.ts';
import { countText } from '../line-words.ts';
import { useLinesStore } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { QuestionFrame } from './question-frame.tsx';
import styles from './suggest.module.css';
import { suspectsOf } from './suspects.ts';
import { useAskWords } from './use-ask.ts';
import { useOnline } from './use-online.ts';

/** What it would take to ask for all lines with a problem that a model can mend; nothing is sent before it is said. */
export function RepairDialog() {
  const { session } = useServices();
  const store = useLinesStore();
  const judged = useJudged();
  const isOnline = useOnline();
  const words = useSettings(modelInUseWords);
  const model = useSettings((settings) => settings.model);
  const prompt = useSettings((settings) => settings.prompt);
  const askWords = useAskWords();
  const repair = useMemo(() => {
    const state = session.store.getState();
    return planRepair(state, suspectsOf(state, judged), { prompt, model });
  }, [session, judged, prompt, model]);
  return (
    <QuestionFrame title="Repair the suspects">
      <p>
        {counted(repair.lines, 'line is', 'lines are')} not translated, slid, empty, far too long or too fast. They are
        asked for in {counted(repair.asks.length, 'request', 'requests')}, {askWords(repair.tokens)} together.
      </p>
      <p>What comes is a suggestion for each line: no line changes until you use it. Confirmed lines are left out.</p>
      {!isOnline && <p role="note">You are offline. What you ask for is sent when the connection is back.</p>}
      <div className={styles.foot}>
        <Button
          variant="primary"
          inBar={false}
          data-first
          disabled={repair.asks.length === 0}
          onClick={() => {
            session.ask(repair.asks);
            store.setState({ question: null });
          }}
        >
          Send
        </Button>
        <span className={styles.fine}>{words}</span>
      </div>
    </QuestionFrame>
  );
}

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`;
