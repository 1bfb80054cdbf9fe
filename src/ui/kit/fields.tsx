import type { ComponentProps, ReactNode } from 'react';
import checkBoxStyles from './check-box.module.css';
import radioGroupStyles from './radio-group.module.css';
import staticTextStyles from './static-text.module.css';
import textBoxStyles from './text-box.module.css';

/** Read-only text of several lines that the keyboard can scroll. */
export function StaticText({ name, text }: { name: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it groups text, not form fields
    <div className={staticTextStyles.text} tabIndex={0} role="group" aria-label={name} dir="auto">
      {text}
    </div>
  );
}

interface TextBoxProps {
  readonly name: string;
  readonly text: string;
  /** For code that moves the focus here. */
  readonly id?: string;
}

/** A read-only text box for a short text. It does not need the editor's code, so error messages never wait for it. */
export function TextBox({ name, text, id }: TextBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea does not grow with its text in every browser
    <div
      id={id}
      role="textbox"
      aria-label={name}
      aria-readonly
      aria-multiline
      tabIndex={0}
      className={textBoxStyles.box}
      dir="auto"
    >
      {text}
    </div>
  );
}

interface CheckBoxProps extends Pick<ComponentProps<'input'>, 'tabIndex' | 'title' | 'disabled' | 'aria-describedby'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function CheckBox({ onChange, children, ...input }: CheckBoxProps) {
  return (
    <label className={checkBoxStyles.label}>
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly options: Iterable<readonly [value: string, words: ReactNode]>;
  readonly onChoose: (value: string) => void;
}

export function Select({ options, onChoose, ...select }: SelectProps) {
  return (
    <select {...select} onChange={({ target }) => onChoose(target.value)}>
      {Array.from(options, ([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface RadioGroupProps<Value extends string> {
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly wordsOf: (value: Value) => ReactNode;
  readonly onChoose: (value: Value) => void;
  /** Called when the chosen option is pressed again. */
  readonly onChooseAgain?: (value: Value) => void;
  /** Draws a frame around the options. For a switch between a few options. */
  readonly framed: boolean;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, values, chosen, wordsOf, onChoose, onChooseAgain, framed } = props;
  return (
    <div role="radiogroup" aria-label={name} className={radioGroupStyles.group} data-framed={framed}>
      {values.map((value) => (
        <label key={value} className={radioGroupStyles.option} data-checked={value === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className={radioGroupStyles.radio}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            onClick={() => value === chosen && onChooseAgain?.(value)}
          />
          {wordsOf(value)}
        </label>
      ))}
    </div>
  );
}
