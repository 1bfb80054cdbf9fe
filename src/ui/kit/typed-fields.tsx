import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { isOfInputMethod } from './browser.ts';
import { isLeft } from './focus.ts';

/**
 * For a field whose text counts with Enter or as the field is left: half an address is another address. `typed`: what does not count yet;
 * undefined: nothing.
 * @param take given what was typed; false: it cannot count, and stays in the field
 */
export function useTyped(take: (typed: string, field: HTMLInputElement) => unknown) {
  const [typed, setTyped] = useState<string>();
  function finish(field: HTMLInputElement): void {
    if (typed !== undefined && take(typed, field) !== false) setTyped(undefined);
  }
  return {
    typed,
    input: {
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setTyped(currentTarget.value),
      onBlur: (event: FocusEvent<HTMLInputElement>) => isLeft(event) && finish(event.currentTarget),
      onKeyDown: ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
        key === 'Enter' && !isOfInputMethod(nativeEvent) && finish(currentTarget),
    },
  };
}

interface NumberFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'type' | 'onChange'> {
  readonly value: number | undefined;
  /** Called with Enter, as the field is left, or removed, which an emptied one outlives. undefined: it is empty. What is no number changes nothing. */
  readonly onNumber: (value: number | undefined) => void;
  /** A step by the arrows counts at once: it is no half number. */
  readonly countsSteps?: boolean;
}

/** A number: while it is typed another one stands in the field. */
export function NumberField({ value, onNumber, countsSteps, ...input }: NumberFieldProps) {
  const field = useTyped((typed, { validity }) => {
    if (!validity.badInput) give(typed);
  });
  const { typed } = field;
  function give(text: string): void {
    const number = text === '' ? undefined : Number(text);
    if (number !== value) onNumber(number);
  }
  const takeTyped = useEffectEvent(() => typed && give(typed));
  useEffect(() => () => void takeTyped(), []);
  return (
    <input
      {...input}
      {...field.input}
      type="number"
      value={typed ?? value ?? ''}
      onChange={(event) => {
        if (countsSteps && isStep(event)) onNumber(event.currentTarget.valueAsNumber);
        else field.input.onChange(event);
      }}
    />
  );
}

/** Of a change that somebody types the browser says how; of a step by the arrows it does not. */
const isStep = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  currentTarget.value !== '' &&
  !/^(?:insert(?!Replacement)|delete|history)/.test((nativeEvent as InputEvent).inputType ?? '');
