import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isOfInputMethod } from '../../kit/browser.ts';
import { isLeft, LIST_STEPS } from '../../kit/focus.ts';
import { openPopover } from '../../kit/overlays.ts';
import styles from './languages.module.css';
import { languageFieldId } from './languages.tsx';

export interface Option {
  /** A language's BCP 47 code, or another value of this field. */
  readonly code: string;
  readonly name: string;
}

interface ComboboxProps {
  readonly label: string;
  /** The name of the chosen option. */
  readonly shown: string;
  /** The options before a person types. */
  readonly options: readonly Option[];
  /** Finds options for a typed text, the best first. */
  readonly find: (typed: string) => readonly Option[];
  readonly onChoose: (code: string) => void;
}

/** The option whose name is exactly the typed text. It is chosen when the field loses the focus. */
export const exactly = (typed: string, options: readonly Option[]): Option | undefined =>
  options.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());

/**
 * A field with a list, which the typed text filters (the ARIA practices' "editable combobox with list autocomplete"). A person can choose only options of the
 * list; other text is removed when the field loses the focus.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, shown, options, find, onChoose } = props;
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = active !== undefined;
  const found = query === undefined || query.trim() === '' ? options : find(query);

  useLayoutEffect(() => {
    if (isOpen && list.current && input.current)
      return openPopover(list.current, input.current, { align: 'start', onLeave() {} });
    return undefined;
  }, [isOpen]);

  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  // Selects the chosen name, so that what is typed next replaces it.
  useEffect(() => {
    const field = input.current;
    // The effect may run after the next key, so it checks that nothing was typed.
    if (query === undefined && document.activeElement === field && field?.value === shown) field.select();
  });

  function close() {
    setQuery(undefined);
    setActive(undefined);
  }
  function choose(option: Option | undefined) {
    // Reports the option even if it is already shown: from now on it is the person's choice.
    if (option) onChoose(option.code);
    close();
  }
  function open() {
    setActive(Math.max(0, query === undefined ? options.findIndex(({ name }) => name === shown) : 0));
  }
  function leave(event: FocusEvent) {
    if (!isLeft(event)) return;
    choose(query ? exactly(query, found) : undefined);
  }
  function press(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent)) return;
    const steps = LIST_STEPS[event.key];
    if (steps !== undefined && !event.altKey) {
      if (!isOpen) open();
      else setActive(Math.min(Math.max(active + steps, 0), found.length - 1));
    } else if (event.key === 'Enter' && isOpen) choose(found[active]);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.field}>
      <label htmlFor={languageFieldId(label)}>{label}</label>
      <input
        ref={input}
        id={languageFieldId(label)}
        className={styles.input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        // On mouseup the browser would remove the selection that the focus has made.
        onMouseUp={(event) => {
          if (query === undefined) event.preventDefault();
        }}
        onClick={open}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      <div
        ref={list}
        popover="manual"
        id={listId}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={!isOpen}
      >
        {isOpen &&
          found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
            <div
              key={option.code}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              className={styles.option}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.name}
            </div>
          ))}
        {isOpen && found.length === 0 && <p className={styles.none}>No match.</p>}
      </div>
    </div>
  );
}
