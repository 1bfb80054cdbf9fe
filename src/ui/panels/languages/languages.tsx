import { type RefObject, useRef } from 'react';
import { isOfInputMethod, typeInto } from '../../kit/browser.ts';
import { isLeft } from '../../kit/focus.ts';
import type { TypedLanguage } from '../../state/page-state.ts';
import { runPart } from '../../state/parts.ts';
import { useServices, useSettings } from '../../state/services.tsx';
import styles from './languages.module.css';

export const languageFieldId = (label: string): string => `language-${label}`;

/** The fields above the prompt. Their code loads at the first touch of the page. */
export const Languages = runPart.component((part) => part.LanguagePart, { Fallback, whenTouched: true });

/**
 * Fields of the same size as the real ones, so that nothing moves when their code is loaded. If a person is typing, the real field continues with that text. If
 * the field lost the focus, or Enter was pressed, the text is chosen once the code is loaded, and before a translation begins.
 */
function Fallback() {
  const prompt = useSettings((state) => state.prompt);
  const focused = useRef<string>(undefined);
  const [, tone = 'neutral', into = ''] = /into (?:(\w*formal) )?(.+?)\. /.exec(prompt) ?? [];
  return (
    <div className={styles.languages}>
      <div className={styles.fields}>
        <FallbackField label="From" value="Detected" focused={focused} />
        <FallbackField key={`Into ${into}`} label="Into" value={into} focused={focused} />
        <FallbackField key={`Tone ${tone}`} label="Tone" value={tone} focused={focused} />
      </div>
    </div>
  );
}

interface FallbackFieldProps {
  readonly label: TypedLanguage['label'];
  readonly value: string;
  /** The label of the field that had the focus last. */
  readonly focused: RefObject<string | undefined>;
}

function FallbackField({ label, value, focused }: FallbackFieldProps) {
  const { page } = useServices();
  const typed = useRef<string>(undefined);
  function keep(isChosen: boolean): void {
    const text = typed.current;
    if (text === undefined) return;
    typed.current = undefined;
    page.setState(({ typedLanguages }) => ({
      typedLanguages: [...typedLanguages.filter((each) => each.label !== label), { label, text, isChosen }],
    }));
  }
  /**
   * Calls `act` with the real field, unless the focus is elsewhere by then. In the same task in which the field appears, because the next key is meant for it.
   */
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
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isOfInputMethod(nativeEvent) && keep(true)}
        onBlur={(event) => isLeft(event) && keep(false)}
        // If the real field replaces this one during a press, the browser sends no click.
        onMouseDown={() => whenThere((field) => field.click())}
      />
    </label>
  );
}
