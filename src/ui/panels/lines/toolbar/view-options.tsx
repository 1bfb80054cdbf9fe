import { useStore } from 'zustand';
import type { Limits } from '../../../../review/rules.ts';
import { Button } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { Disclosure } from '../../../kit/panel.tsx';
import { withLanguage } from '../../../state/page-state.ts';
import { useServices } from '../../../state/services.tsx';
import { useSettings } from '../../../state/use-film.ts';
import { LANGUAGES, languageName } from '../../../words/languages.ts';
import styles from '../lines.module.css';
import { useJudged, useLineJudge } from '../use-judged.ts';

/** Limits are those of a language, whatever its region. */
const LANGUAGES_WITHOUT_REGIONS = LANGUAGES.filter((language) => !language.includes('-'));

const FIELDS: readonly (readonly [keyof Limits & string, string])[] = [
  ['charactersPerSecond', 'Characters a second'],
  ['charactersPerLine', 'Characters a line'],
  ['lines', 'Lines'],
];

/** The language and the limits that lines are judged by. */
export function ViewOptions() {
  const { page } = useServices();
  const judge = useLineJudge();
  const { language, limits, choices } = useJudged();
  const breaks = useStore(page, (state) => state.lineBreaks === 'as-they-are');
  const known =
    language === undefined || LANGUAGES_WITHOUT_REGIONS.includes(language)
      ? LANGUAGES_WITHOUT_REGIONS
      : [language, ...LANGUAGES_WITHOUT_REGIONS];
  return (
    <Disclosure summary="View options">
      <div className={styles.options}>
        <CheckBox
          checked={breaks}
          onChange={(checked) => page.setState({ lineBreaks: checked ? 'as-they-are' : 'running' })}
        >
          Line breaks as they are
        </CheckBox>
        <label className={styles.option}>
          Translation language
          <select
            className={styles.select}
            value={language ?? ''}
            onChange={({ target }) => {
              judge.choose({ ...choices, language: target.value || undefined });
              page.setState({ saving: withLanguage(page.getState().saving, target.value) });
            }}
          >
            <option value="">Not known</option>
            {known.map((each) => (
              <option key={each} value={each}>
                {languageName(each)}
              </option>
            ))}
          </select>
        </label>
        {FIELDS.map(([field, words]) => (
          <label key={field} className={styles.option}>
            {words}
            <input
              type="number"
              min={1}
              max={200}
              className={styles.numberField}
              key={`${field} ${language}`}
              defaultValue={limits[field]}
              onChange={({ target }) => {
                const value = target.valueAsNumber;
                if (value >= 1) judge.choose({ ...choices, limits: { ...choices.limits, [field]: value } });
              }}
            />
          </label>
        ))}
      </div>
      <PromptLine />
    </Disclosure>
  );
}

/** What was asked for, in one line; it is changed among the texts. */
function PromptLine() {
  const { page } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const model = useSettings(({ model: { id } }) => id);
  return (
    <p className={styles.promptLine}>
      <span className={styles.promptText} title={prompt}>
        {prompt}
      </span>
      <span className={styles.count}>{model}</span>
      <Button variant="plain" onClick={() => page.setState({ view: 'text' })}>
        Change
      </Button>
    </p>
  );
}
