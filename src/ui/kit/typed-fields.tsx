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
 * For a field whose text counts only on Enter or blur, because half an address is another address. `typed`: the text that does not count
 * yet, or undefined.
 * @param take receives the typed text; if it returns false, the text is invalid and stays in the field
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
  /** Called on Enter, on blur, or on removal of the field (not if it was emptied). undefined: the field is empty. Invalid numbers are ignored. */
  readonly onNumber: (value: number | undefined) => void;
  /** Steps by the arrow keys count at once, because each step gives a whole number. */
  readonly countsSteps: boolean;
}

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

/** Browsers give an input type for typing, but none for a step by the arrows. */
const isStep = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  currentTarget.value !== '' &&
  !/^(?:insert(?!Replacement)|delete|history)/.test((nativeEvent as InputEvent).inputType ?? '');
