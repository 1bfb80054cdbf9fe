import { type ReactNode, useEffect, useRef } from 'react';
import { hasHalfPrice } from '../../../providers/models.ts';
import type { Thinking } from '../../../providers/provider.ts';
import type { FilmOptions } from '../../../translation/batch.ts';
import fields from '../../kit/field.module.css';
import { CheckBox, Select } from '../../kit/fields.tsx';
import { NumberField } from '../../kit/typed-fields.tsx';
import { useServices, useSession, useSettings } from '../../state/services.tsx';
import { useModelToAsk } from '../../state/use-prices.ts';
import styles from './advanced-settings.module.css';

/** Settings that few people change; the last three belong to the film. Scrolls into view when it is first drawn, which is after the section was opened. */
export function AdvancedFields() {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => void content.current?.closest('details')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={content} className={styles.content}>
      <Concurrency />
      <ThinkingField />
      <HalfPriceField />
      <KeepKeys />
      <FilmOption
        option="replyFormat"
        name="Reply format"
        usual="JSON"
        others={[
          ['schema', 'strict schema'],
          ['plain', 'plain'],
        ]}
        help="JSON is right for most models. Strict schema: no line can be missing, but a request costs about 200 more tokens, and not every model supports it. Plain: for servers that support neither."
      />
      <FilmOption
        option="context"
        name="Context"
        usual="the previous batch"
        others={[['window', 'ten lines before, five after']]}
        help="The model also reads these lines, but does not translate them. “Ten lines before, five after” costs a little less and shows how a sentence continues."
      />
      <FilmOption
        option="batches"
        name="Batches"
        usual="20 lines"
        others={[['sentences', 'end where a sentence ends']]}
        help="Each batch ends with a sentence if possible. A film needs a few more requests and costs a little more. A change takes effect the next time that you press Translate."
      />
    </div>
  );
}

interface RowProps {
  /** Id of the field; `${id}-help` describes it. */
  readonly id: string;
  /** '': the field has its own name. */
  readonly name: string;
  readonly help: ReactNode;
  readonly children: ReactNode;
}

function Row({ id, name, help, children }: RowProps) {
  return (
    <div className={styles.row}>
      {name && (
        <label htmlFor={id} className={fields.label}>
          {name}
        </label>
      )}
      {children}
      <p id={`${id}-help`} className={fields.fine}>
        {help}
      </p>
    </div>
  );
}

const MOST_AT_ONCE = 64;

function Concurrency() {
  const { settings } = useServices();
  const concurrency = useSettings((state) => state.concurrency);

  function change(requests = Number.POSITIVE_INFINITY) {
    if (requests === Number.POSITIVE_INFINITY) settings.setConcurrency('automatic');
    else if (requests >= 1) settings.setConcurrency(Math.min(Math.floor(requests), MOST_AT_ONCE));
  }

  return (
    <Row
      id="concurrency"
      name="Concurrency"
      help={`How many requests the page sends at once, 1 to ${MOST_AT_ONCE}. Empty: automatic.`}
    >
      <NumberField
        id="concurrency"
        className={`${fields.input} ${styles.numberInput}`}
        inputMode="numeric"
        min={1}
        max={MOST_AT_ONCE}
        countsSteps={false}
        placeholder="Automatic"
        value={concurrency === 'automatic' ? undefined : concurrency}
        aria-describedby="concurrency-help"
        onNumber={change}
      />
    </Row>
  );
}

const THINKING_WORDS: Readonly<Record<Thinking, string>> = {
  least: 'least',
  default: 'the provider decides',
  more: 'more',
};

/** How much the model should think before it answers. For models that do not think the request is the same with every choice. */
function ThinkingField() {
  const { settings } = useServices();
  const thinking = useSettings(({ calls }) => calls.thinking);
  return (
    <Choice
      id="thinking"
      name="Thinking"
      value={thinking}
      options={Object.entries(THINKING_WORDS)}
      help="Thinking costs money and time, and hardly improves translations."
      onChoose={(chosen) => settings.setCalls({ thinking: chosen as Thinking })}
    />
  );
}

function HalfPriceField() {
  const { settings } = useServices();
  const halfPrice = useSettings(({ calls }) => calls.halfPrice);
  const model = useModelToAsk();
  const help =
    model === undefined
      ? 'Only for some models of OpenAI and Google. Other models cost the usual price.'
      : hasHalfPrice(model)
        ? 'Replies can take minutes. The page asks you before it uses the usual price.'
        : `${model.id} has no half price. It costs the usual price.`;
  return (
    <Row id="half-price" name="" help={help}>
      <CheckBox
        checked={halfPrice}
        aria-describedby="half-price-help"
        onChange={(checked) => settings.setCalls({ halfPrice: checked })}
      >
        Half price, slower
      </CheckBox>
    </Row>
  );
}

function KeepKeys() {
  const { settings } = useServices();
  const keepKeys = useSettings((state) => state.keepKeys);
  return (
    <CheckBox
      checked={keepKeys === 'session'}
      onChange={(checked) => settings.setKeepKeys(checked ? 'session' : 'stored')}
    >
      Keep keys only for this session
    </CheckBox>
  );
}

interface FilmOptionProps<Option extends 'replyFormat' | 'context' | 'batches'> {
  readonly option: Option;
  readonly name: string;
  /** The words of the specified value; if a person chooses it, the option is removed. */
  readonly usual: string;
  readonly others: readonly (readonly [value: NonNullable<FilmOptions[Option]>, words: string])[];
  readonly help: string;
}

/** How this film's batches are made or requested. The choice belongs to the film. */
function FilmOption<Option extends 'replyFormat' | 'context' | 'batches'>(props: FilmOptionProps<Option>) {
  const { option, name, usual, others, help } = props;
  const { session } = useServices();
  const value = useSession(({ options }) => options[option]);

  function choose(chosen: string): void {
    const { [option]: _, ...rest } = session.store.getState().options;
    const value = others.find(([other]) => other === chosen)?.[0];
    session.changeOptions(value === undefined ? rest : { ...rest, [option]: value });
  }
  return (
    <Choice
      id={`option-${name.replaceAll(' ', '-').toLowerCase()}`}
      name={name}
      value={value ?? ''}
      options={[['', usual], ...others]}
      help={help}
      onChoose={choose}
    />
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly help: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ id, name, help, ...select }: ChoiceProps) {
  return (
    <Row id={id} name={name} help={help}>
      <Select id={id} className={fields.input} aria-describedby={`${id}-help`} {...select} />
    </Row>
  );
}
