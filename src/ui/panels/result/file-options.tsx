import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import type { FileOptions as Options } from '../../../review/save/file-options.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { Disclosure } from '../../kit/disclosure.tsx';
import { withLanguage } from '../../state/page-state.ts';
import { languageOfResult } from '../../state/save/language-of-result.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { LANGUAGES, languageName } from '../../words/languages.ts';
import styles from './saving.module.css';
import { TallNotice } from './tall-notice.tsx';

type Choice = readonly [value: string, words: string];

/** The value of what is missing among the options. */
const USUAL = '';
const FIELDS: readonly (readonly [field: keyof Options, name: string, choices: readonly Choice[]])[] = [
  [
    'both',
    'Both languages',
    [
      [USUAL, 'No'],
      ['below', 'Translation below'],
      ['above', 'Translation above'],
    ],
  ],
  [
    'look',
    'The original is',
    [
      [USUAL, 'Plain'],
      ['italics', 'In italics'],
      ['grey', 'Grey'],
    ],
  ],
  [
    'lineEnds',
    'Line ends',
    [
      ['lf', 'LF'],
      ['file', 'As in the file'],
      ['tv', 'CRLF with BOM, for an old TV'],
    ],
  ],
  [
    'marks',
    'Right-to-left marks',
    [
      [USUAL, 'None'],
      ['rlm', 'RLM'],
      ['embedding', 'Embedding'],
    ],
  ],
  [
    'lineBreaks',
    'Line breaks',
    [
      [USUAL, 'As translated'],
      ['balanced', 'Balanced'],
    ],
  ],
];

/** How the saved file is written; the text on the page stays as it is. `children`: more ways to save. */
export function FileOptions({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.options}>
      <Disclosure summary="File options">
        <div className={styles.fields}>
          {FIELDS.map(([field, name, choices]) => (
            <OptionField key={field} field={field} name={name} choices={choices} />
          ))}
          <LanguageField />
        </div>
        <TallNotice />
      </Disclosure>
      {children}
    </div>
  );
}

function OptionField({ field, name, choices }: { field: keyof Options; name: string; choices: readonly Choice[] }) {
  const { page } = useServices();
  const value = useStore(page, ({ saving }) => saving.options[field]);
  const usual = useSession(({ readAs }) => (field === 'lineEnds' ? usualLineEnds(formatOf(readAs)) : USUAL));

  function choose(chosen: string): void {
    const { saving } = page.getState();
    const { [field]: _, ...others } = saving.options;
    const options = chosen === usual ? others : { ...others, [field]: chosen };
    page.setState({ saving: { ...saving, options } });
  }
  return (
    <Field name={name} value={value ?? usual} onChoose={choose}>
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </Field>
  );
}

const usualLineEnds = (format: string): string => (format === 'srt' ? 'lf' : 'file');

/** Of the name that the file is saved under, and of balanced lines. */
function LanguageField() {
  const { page } = useServices();
  const saving = useStore(page, (state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const language = useSession((state) => languageOfResult(state, prompt, saving));

  const choose = (chosen: string) => page.setState({ saving: withLanguage(page.getState().saving, chosen) });
  return (
    <Field name="Language in the name" value={language ?? ''} onChoose={choose}>
      <option value="">Not known</option>
      {(language === undefined || LANGUAGES.includes(language) ? LANGUAGES : [language, ...LANGUAGES]).map((each) => (
        <option key={each} value={each}>
          {languageName(each)}
        </option>
      ))}
    </Field>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Field({ name, value, onChoose, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <select id={id} className={styles.select} value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </div>
  );
}
