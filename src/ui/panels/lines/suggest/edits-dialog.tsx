import { useState } from 'react';
import type { EditOnBoth } from '../../../../session/lines/result-edits.ts';
import { Button } from '../../../kit/button.tsx';
import { RadioGroup } from '../../../kit/fields.tsx';
import { useServices } from '../../../state/services.tsx';
import { lineWords } from '../line-words.ts';
import { useLinesStore } from '../lines-view.ts';
import { QuestionFrame } from './question-frame.tsx';
import styles from './suggest.module.css';

type Choice = 'result' | 'line';
const CHOICES: readonly Choice[] = ['result', 'line'];

/** Which text counts for lines that were edited in the translated text and in Lines since. */
export function EditsDialog({ edits }: { edits: readonly EditOnBoth[] }) {
  const { session } = useServices();
  const store = useLinesStore();
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const left = edits.filter(({ number }) => !choices.has(number)).length;

  async function take(): Promise<void> {
    const { onBoth } = await session.takeEditsOver(choices);
    // Where a line was changed while the dialog was open, that is asked, too.
    store.setState({ question: onBoth.length > 0 ? { kind: 'edits', edits: onBoth } : null });
  }

  return (
    <QuestionFrame title="Take my edits over into the lines">
      <p>
        {lineWords(edits.length)} {edits.length === 1 ? 'was' : 'were'} edited in the translated text and in Lines.
        Which text is to stay?
      </p>
      <Button data-first inBar={false} onClick={() => setChoices(new Map(edits.map(({ number }) => [number, 'line'])))}>
        All as in Lines
      </Button>
      <Button inBar={false} onClick={() => setChoices(new Map(edits.map(({ number }) => [number, 'result'])))}>
        All as in the text
      </Button>
      <ul className={styles.edits}>
        {edits.map(({ number, inResult, inLines }) => (
          <li key={number}>
            <strong>Line {number}</strong>
            <RadioGroup
              name={`Text of line ${number}`}
              values={CHOICES}
              chosen={choices.get(number) ?? ('' as Choice)}
              onChoose={(choice) => setChoices(new Map([...choices, [number, choice]]))}
              wordsOf={(choice) => (
                <span dir="auto" className={styles.text}>
                  {choice === 'result' ? `In the text: ${inResult}` : `In Lines: ${inLines}`}
                </span>
              )}
            />
          </li>
        ))}
      </ul>
      <Button variant="primary" inBar={false} disabled={left > 0} onClick={() => void take()}>
        Take over
      </Button>
      <span role="status" className={styles.fine}>
        {left > 0 && `${lineWords(left)} still to choose`}
      </span>
    </QuestionFrame>
  );
}
