import { isConfirmed, isEdited, linesOf, marksOf } from '../../../../session/lines/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { useKeepLines } from '../../../state/open-batch.tsx';
import { useServices } from '../../../state/services.tsx';
import { useBatchTokens } from '../../../state/use-prices.ts';
import { useLinesStore } from '../lines-view.ts';
import { useReviewState } from '../use-review-state.ts';
import { QuestionFrame } from './question-frame.tsx';
import styles from './suggest.module.css';
import { useAsk, useAskWords } from './use-ask.ts';

/** What is to become of the confirmed and the edited lines of a batch that is translated again. */
export function BatchDialog({ batch }: { batch: number }) {
  const { session } = useServices();
  const store = useLinesStore();
  const ask = useAsk();
  const askWords = useAskWords();
  const tokens = useBatchTokens()?.[batch];
  const state = useReviewState();
  const marked = linesOf(state, batch).map((line) => ({ number: line.number, ...marksOf(state, line) }));
  const { boxes, options } = useKeepLines({
    confirmed: marked.filter(isConfirmed).length,
    edited: marked.filter(isEdited).length,
  });
  const kept = marked.filter(
    (line) => (!options.withConfirmed && isConfirmed(line)) || (!options.withEdited && isEdited(line)),
  );
  return (
    <QuestionFrame title={`Translate batch ${batch + 1} again`}>
      <div className={styles.choices}>{boxes}</div>
      <p>
        {kept.length > 0
          ? 'What the model says for lines that are left as they are comes as a suggestion.'
          : 'The new translations take the place of all lines. Undo brings them back.'}
      </p>
      {tokens && <p className={styles.fine}>{askWords(tokens)}</p>}
      <Button
        variant="primary"
        inBar={false}
        onClick={() => {
          // Asked for before their batch is on its way: while it is, it has no output to stand beside.
          ask(
            kept.map(({ number }) => number),
            'again',
          );
          session.translateAgain(batch, options);
          store.setState({ question: null });
        }}
      >
        Translate again
      </Button>
    </QuestionFrame>
  );
}
