import { type ReactNode, useEffect, useRef } from 'react';
import type { FilmOptions } from '../../../translation/batch.ts';
import fields from '../../kit/field.module.css';
import { Select } from '../../kit/fields.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import styles from './advanced-settings.module.css';

/** How this film's batches are made and asked for; the choice goes with the film. */
export function FilmOptionsFields() {
  const content = useRef<HTMLDivElement>(null);
  // Its code comes after the opening has brought the rest into sight.
  useEffect(() => {
    const details = content.current?.closest('details');
    if (details && details.offsetHeight < window.innerHeight) details.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={content} className={styles.content}>
      <ReplyFormatField />
      <ContextField />
      <BatchesField />
    </div>
  );
}

function ReplyFormatField() {
  const replyFormat = useSession(({ options }) => options.replyFormat);
  const choose = useChooseOption('replyFormat');
  return (
    <Choice
      name="Reply format"
      value={replyFormat ?? ''}
      choices={[
        ['', 'JSON'],
        ['schema', 'strict schema'],
      ]}
      onChoose={(chosen) => choose(chosen === 'schema' ? chosen : undefined)}
      help="With a schema no line is left out, where the model takes one: fewer corrections, and about 200 tokens more a request."
    />
  );
}

function ContextField() {
  const context = useSession(({ options }) => options.context);
  const choose = useChooseOption('context');
  return (
    <Choice
      name="Context"
      value={context ?? ''}
      choices={[
        ['', 'the previous batch'],
        ['window', 'ten lines before, five after'],
      ]}
      onChoose={(chosen) => choose(chosen === 'window' ? chosen : undefined)}
      help="What is sent along with a batch. Ten and five cost a little less than twenty, and the model sees how a sentence goes on."
    />
  );
}

function BatchesField() {
  const batches = useSession(({ options }) => options.batches);
  const choose = useChooseOption('batches');
  return (
    <Choice
      name="Batches"
      value={batches ?? ''}
      choices={[
        ['', '20 lines'],
        ['sentences', 'end where a sentence ends'],
      ]}
      onChoose={(chosen) => choose(chosen === 'sentences' ? chosen : undefined)}
      help="Sentences stay in one batch where they can. Batches get shorter, so that there are more requests, and a film costs a little more. It counts from Translate on."
    />
  );
}

type OptionName = Exclude<keyof FilmOptions, 'film'>;

/** Chooses one of the film's options; undefined: as specified. */
function useChooseOption<Name extends OptionName>(name: Name) {
  const { session } = useServices();
  return (value: FilmOptions[Name]) => {
    const { [name]: _, ...others } = session.store.getState().options;
    session.changeOptions(value === undefined ? others : { ...others, [name]: value });
  };
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
  readonly help: ReactNode;
}

function Choice({ name, value, choices, onChoose, help }: ChoiceProps) {
  const id = `option-${name.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={fields.label}>
        {name}
      </label>
      <Select
        id={id}
        className={fields.input}
        value={value}
        options={choices}
        aria-describedby={`${id}-help`}
        onChoose={onChoose}
      />
      <p id={`${id}-help`} className={fields.fine}>
        {help}
      </p>
    </div>
  );
}
