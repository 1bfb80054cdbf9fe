import { focusSoon, whenDrawn } from '../../kit/focus.ts';
import { runPart } from '../../state/parts.ts';
import { useSettings } from '../../state/services.tsx';
import styles from './languages.module.css';

export const languageFieldId = (label: string): string => `language-${label}`;

/** Above the prompt. The fields come at the first touch of the page. */
export const Languages = runPart.component((part) => part.LanguagePart, { Fallback, whenTouched: true });

/** Fields of the same size as those that come, so that nothing moves. */
function Fallback() {
  const prompt = useSettings((state) => state.prompt);
  const [, tone = 'neutral', into = ''] = /into (?:(\w*formal) )?(.+?)\. /.exec(prompt) ?? [];
  return (
    <div className={styles.languages}>
      <div className={styles.fields}>
        {Object.entries({ From: 'Detected', Into: into, Tone: tone }).map(([label, value]) => (
          <label key={label} className={styles.field}>
            {label}
            <input
              className={styles.input}
              role="combobox"
              aria-expanded={false}
              readOnly
              value={value}
              onFocus={() => focusSoon(languageFieldId(label))}
              // Of a press that this field is replaced under the browser makes no click.
              onMouseDown={() => whenDrawn(languageFieldId(label), (field) => field.click())}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
