import { type RefObject, useRef } from 'react';
import { typeInto } from '../../kit/browser.ts';
import { runPart } from '../../state/parts.ts';
import { useSettings } from '../../state/services.tsx';
import styles from './languages.module.css';

export const languageFieldId = (label: string): string => `language-${label}`;

/** Above the prompt. The fields come at the first touch of the page. */
export const Languages = runPart.component((part) => part.LanguagePart, { Fallback, whenTouched: true });

/** Fields of the same size as those that come, so that nothing moves. What is typed in one is typed on in the one that comes. */
function Fallback() {
  const prompt = useSettings((state) => state.prompt);
  const focused = useRef<string>(undefined);
  const [, tone = 'neutral', into = ''] = /into (?:(\w*formal) )?(.+?)\. /.exec(prompt) ?? [];
  return (
    <div className={styles.languages}>
      <div className={styles.fields}>
        {Object.entries({ From: 'Detected', Into: into, Tone: tone }).map(([label, value]) => (
          <FallbackField key={`${label} ${value}`} label={label} value={value} focused={focused} />
        ))}
      </div>
    </div>
  );
}

interface FallbackFieldProps {
  readonly label: string;
  readonly value: string;
  /** The label of the field that had the focus last. */
  readonly focused: RefObject<string | undefined>;
}

function FallbackField({ label, value, focused }: FallbackFieldProps) {
  const typed = useRef<string>(undefined);
  /** Calls `act` with the field that comes, unless the focus is elsewhere by then. In the task in which it comes: the next key is for it. */
  function whenThere(act: (field: HTMLInputElement) => void): void {
    const observer = new MutationObserver(() => {
      const field = document.getElementById(languageFieldId(label));
      if (!(field instanceof HTMLInputElement)) return;
      observer.disconnect();
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && focused.current === label) act(field);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }
  return (
    <label className={styles.field}>
      {label}
      <input
        className={styles.input}
        role="combobox"
        aria-expanded={false}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
        onFocus={(event) => {
          event.currentTarget.select();
          focused.current = label;
          whenThere((field) => {
            field.focus();
            if (typed.current !== undefined) typeInto(field, typed.current);
          });
        }}
        onChange={(event) => {
          typed.current = event.currentTarget.value;
        }}
        // Of a press that this field is replaced under the browser makes no click.
        onMouseDown={() => whenThere((field) => field.click())}
      />
    </label>
  );
}
