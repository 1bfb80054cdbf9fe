import { type ReactNode, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { errorOf, isFinished, outputOf, PLAIN_OUTPUT, slotOf } from '../../../engine/batch.ts';
import { madeWith, neighbourBatch, nextFailed } from '../../../engine/run-state.ts';
import { canReview, type Work } from '../../../film/film.ts';
import { untranslatedNumbers } from '../../../film/lines.ts';
import { confirmedCount, editedCount, firstMissingLine, ownCount } from '../../../film/shown-facts.ts';
import { scriptOfText } from '../../../languages/direction-of-text.ts';
import { countWords } from '../../../lib/text.ts';
import { modelKey } from '../../../providers/provider.ts';
import { type BatchSlot, batchAt, isFailed, phrasesText } from '../../../translation/batch.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { TextEditor, useScript } from '../../editor/text-editor.tsx';
import { Button, PlainButton } from '../../kit/button.tsx';
import { StaticText, TextBox } from '../../kit/fields.tsx';
import { focusAtOnce } from '../../kit/focus.ts';
import { ChevronRight } from '../../kit/icons.tsx';
import { ChevronLeft } from '../../kit/more-icons.tsx';
import { BATCH_ERRORS_ID, Disclosure, Panel } from '../../kit/panel.tsx';
import { useKeepLines } from '../../state/keep-lines.tsx';
import {
  BATCHES_HEADING_ID,
  batchHeadingId,
  closeBatch,
  openBatch,
  untranslatedWords,
  usePrimaryVariant,
} from '../../state/next-step.ts';
import { useServices, useSession, useSettings } from '../../state/services.tsx';
import { batchStateWords, replyWords } from '../../words/batch-words.ts';
import { explainFailure, plainDifference } from '../../words/failures.ts';
import { modelInUseWords, modelWords } from '../../words/model-words.ts';
import styles from './batch-panel.module.css';

/** The left panel while a batch is open: its input. */
export function BatchInputPanel({ index }: { index: number }) {
  const services = useServices();
  const phrases = useSession((state) => state.phrases);
  const text = useMemo(() => phrasesText(batchAt(phrases, index).phrases), [phrases, index]);

  return (
    <Panel
      name="Original"
      title={<BatchTitle index={index} />}
      titleId={batchHeadingId(index)}
      aside={<BatchSteps index={index} />}
      actions={
        <Button inBar variant={usePrimaryVariant('close-batch')} onClick={() => closeBatch(services)}>
          Close
        </Button>
      }
    >
      <div className={styles.text}>
        <TextEditor
          name="Batch input"
          value={text}
          readOnly
          className={quiet.editor}
          height="100%"
          {...scriptOfText(text)}
        />
      </div>
      <BatchPrompt index={index} />
    </Panel>
  );
}

/** For example "Batch 17 of 80, failed: line 333 is missing". */
function BatchTitle({ index }: { index: number }) {
  const phrases = useSession((state) => state.phrases);
  const count = useSession((state) => state.batches.length);
  const batch = useSession((state) => state.batches[index]);
  const untranslated = untranslatedWords(useSession((state) => untranslatedNumbers(state, index).length));
  const words = useMemo(() => batchStateWords(batchAt(phrases, index).phrases, batch), [phrases, index, batch]);
  return (
    <>
      <span>Batch {index + 1}</span>
      <span className={styles.state}>
        {' '}
        of {count}, {words}
        {untranslated && `, ${untranslated}`}
      </span>
    </>
  );
}

/** Links to the finished batches before and after the open one, and to the next failed one. */
function BatchSteps({ index }: { index: number }) {
  const { session } = useServices();
  const failed = useSession((state) => nextFailed(state, index));
  return (
    <div className={styles.steps}>
      {failed !== undefined && failed !== index && (
        <PlainButton onClick={() => openBatch(session, failed)}>Next failed</PlainButton>
      )}
      <Step name="Previous batch" to={useSession((state) => neighbourBatch(state, index, -1))} icon={<ChevronLeft />} />
      <Step name="Next batch" to={useSession((state) => neighbourBatch(state, index, 1))} icon={<ChevronRight />} />
    </div>
  );
}

function Step({ name, to, icon }: { name: string; to: number | undefined; icon: ReactNode }) {
  const { session } = useServices();
  return (
    <PlainButton
      icon={icon}
      aria-label={name}
      title={name}
      disabled={to === undefined}
      onClick={() => to !== undefined && openBatch(session, to)}
    />
  );
}

/** The prompt and model of the batch; if none is recorded, the present ones. */
function BatchPrompt({ index }: { index: number }) {
  const made = useSession((state) => madeWith(state, index));
  const now = useSettings((state) => state);
  const isOther = made && (made.prompt !== now.prompt || modelKey(made.model) !== modelKey(now.model));
  return (
    <section aria-labelledby="batch-prompt-heading">
      <h3 id="batch-prompt-heading" className={styles.heading}>
        Prompt
      </h3>
      <StaticText name="Prompt text" text={made?.prompt ?? now.prompt} />
      {made && (
        <p className={styles.fine}>
          Made with {modelWords(made.model)}
          {isOther && '; the prompt or the model has changed since then'}
        </p>
      )}
    </section>
  );
}

/** The right panel while a batch is open: its output, to read and correct. */
export function BatchOutputPanel({ index }: { index: number }) {
  const { session } = useServices();
  const output = useSession((state) => outputOf(state.batches[index]));
  const isLeft = !useSession((state) => isFinished(state.batches[index]));
  const pending = !useSession(canReview);
  const script = useScript(output);
  return (
    <Panel name="Translation" actions={<BatchActions index={index} />}>
      <div className={styles.text}>
        <TextEditor
          key={index}
          name="Batch output"
          value={output}
          onChange={(text) => session.edit(index, text)}
          readOnly={pending}
          className={pending ? quiet.editor : undefined}
          height="100%"
          {...script}
          placeholder={isLeft ? 'This batch has no translation at the moment.' : 'No answer came.'}
        />
      </div>
      <CorrectionNote index={index} />
      <BatchErrors index={index} />
    </Panel>
  );
}

/** How the output was made: filled gaps, several replies, removed names, a correction. */
function CorrectionNote({ index }: { index: number }) {
  const filled = useSession(useShallow((state) => untranslatedNumbers(state, index)));
  const batch = useSession((state) => state.batches[index]);
  const { inParts, namesTaken } = isFinished(batch) ? batch : PLAIN_OUTPUT;
  const correction = batch?.correction;
  return (
    <>
      {filled.length > 0 && (
        <p className={styles.fine}>You filled these lines with the original: {filled.join(', ')}</p>
      )}
      {inParts && <p className={styles.fine}>This batch was put together from several replies.</p>}
      {namesTaken.length > 0 && (
        <p className={styles.fine}>
          {namesTaken.length === 1
            ? `The page removed a speaker’s name in line ${namesTaken[0]}.`
            : `The page removed a speaker’s name in lines ${namesTaken.join(', ')}.`}
        </p>
      )}
      {correction && (
        <Disclosure
          summary={
            correction.worked
              ? `${firstErrors(correction.errors.length)} The model corrected ${correction.errors.length === 1 ? 'it' : 'them'}.`
              : `${firstErrors(correction.errors.length)} The model did not correct ${correction.errors.length === 1 ? 'it' : 'them'}.`
          }
        >
          <ul className={styles.corrections}>
            {correction.errors.map((error, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two errors may be equal, and the list never changes
              <li key={place}>{plainDifference(error)}</li>
            ))}
          </ul>
          <StaticText name="First reply" text={correction.answer} />
        </Disclosure>
      )}
    </>
  );
}

/** What is wrong with the open batch, what that means, and what to do besides editing and Retry. */
function BatchErrors({ index }: { index: number }) {
  const error = useSession((state) => errorOf(state.batches[index]));
  const explanation = useSession((state) => explain(state, index));
  return (
    <section id={BATCH_ERRORS_ID} aria-labelledby="batch-errors-heading">
      <h3 id="batch-errors-heading" className={styles.heading}>
        Errors
      </h3>
      {error !== '' && <p className={styles.explanation}>{explanation}</p>}
      <TextBox name="Batch errors" text={error} />
      {error !== '' && <WaysOut index={index} />}
    </section>
  );
}

function explain({ batches, phrases }: Work, index: number): string {
  const batch = batches[index];
  if (batch?.state !== 'failed') return '';
  const { failure, edited, result } = batch;
  const what = failure === 'differences' ? replyWords(batchAt(phrases, index).phrases, result[1], { edited }) : '';
  return [what, explainFailure(failure, 'Retry', result[0])].filter(Boolean).join(' ');
}

function WaysOut({ index }: { index: number }) {
  const { session, page, goTo } = useServices();
  const locked = !useSession(canReview);
  const missing = useSession((state) => firstMissingLine(state, index));
  return (
    <div className={styles.waysOut}>
      {missing !== undefined && (
        <Button
          onClick={() => {
            session.showBatch(null);
            page.setState({ view: 'lines' });
            void goTo.call({ batch: index, line: missing });
          }}
        >
          Edit the missing line {missing}
        </Button>
      )}
      <Button
        disabled={locked}
        aria-describedby={locked ? BATCH_HINT_ID : undefined}
        onClick={() => session.reviewOutput(index, 'fill')}
      >
        Fill gaps with the original
      </Button>
      <Button
        onClick={() => {
          session.translateAgain(index, { inHalves: true });
          focusAtOnce(BATCHES_HEADING_ID);
        }}
      >
        Retry as two smaller requests
      </Button>
    </div>
  );
}

/** Id of the reason why an output is read-only, which describes the disabled buttons. */
const BATCH_HINT_ID = 'batch-hint';

const MODEL_ID = 'batch-model';

function BatchActions({ index }: { index: number }) {
  const { session } = useServices();
  const locked = !useSession(canReview);
  const failed = useSession((state) => state.batches[index]?.state === 'failed');
  const confirmed = useSession((state) => confirmedCount(state, index));
  const edited = useSession((state) => editedCount(state, index));
  const isAllOwn = useSession((state) => ownCount(state, index) === batchAt(state.phrases, index).phrases.length);
  const { boxes, options } = useKeepLines({ confirmed, edited });
  const keepsAll = isAllOwn && !options.withConfirmed && !options.withEdited;
  const retryVariant = usePrimaryVariant('retry-batch');
  const model = useSettings(modelInUseWords);
  const { verdict, validate } = useVerdict(index);
  const waiting = { disabled: locked, 'aria-describedby': locked ? BATCH_HINT_ID : undefined };
  const pendingHint = locked ? 'You can edit when the translation has ended or is stopped.' : '';
  return (
    <>
      <Button {...waiting} title="Checks this text against the original" onClick={validate}>
        Validate
      </Button>
      <Button
        {...waiting}
        title="Puts each line on a text line of its own. Changes no word."
        onClick={() => session.reviewOutput(index, 'format')}
      >
        Format
      </Button>
      <div className={styles.hints}>
        <p id={BATCH_HINT_ID} role="status">
          {pendingHint || verdict}
        </p>
        <p id={MODEL_ID}>{model}</p>
      </div>
      {boxes}
      <Button
        variant={failed ? retryVariant : 'bordered'}
        disabled={keepsAll && !failed}
        aria-describedby={MODEL_ID}
        onClick={() => {
          session.translateAgain(index, options);
          focusAtOnce(BATCHES_HEADING_ID);
        }}
      >
        {failed ? 'Retry' : 'Translate again'}
      </Button>
    </>
  );
}

const firstErrors = (count: number): string => `The first reply had ${countWords(count, 'error')}.`;

/** The result of Validate, until the batch changes. */
function useVerdict(index: number): { readonly verdict: ReactNode; readonly validate: () => void } {
  const { session } = useServices();
  const slot = useSession((state) => slotOf(state.batches[index]));
  const [checked, setChecked] = useState<{ readonly slot: BatchSlot; readonly count: number }>();

  function validate() {
    session.reviewOutput(index, 'validate');
    setChecked({ slot: slotOf(session.store.getState().batches[index]), count: (checked?.count ?? 0) + 1 });
  }

  if (!slot || checked?.slot !== slot) return { verdict: '', validate };
  const words = isFailed(slot) ? slot[0] : 'The batch is OK.';
  // A new key makes a new element, so that screen readers read equal words again.
  return { verdict: <span key={checked.count}>{words}</span>, validate };
}
