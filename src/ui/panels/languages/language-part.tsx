import { memo, use, useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  DEFAULT_PROMPT,
  followsFilm,
  type LanguagePair,
  languageName,
  readStandardPrompt,
  standardPrompt,
  TONES,
} from '../../../languages/standard-prompt.ts';
import type { SourceView } from '../../../session/analysis.ts';
import { isPromptFixed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { NOTHING_SAID, pairWords, readPair } from '../../state/language-pair.ts';
import type { LanguagesState } from '../../state/languages.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession, useSettings, useSource } from '../../state/use-film.ts';
import { Combobox } from './combobox.tsx';
import { languageFieldId } from './language-field-id.ts';
import { findLanguages, firstOptions } from './language-options.ts';
import styles from './languages.module.css';
import { OwnPrompts } from './own-prompts.tsx';

const MOST_RECENT = 5;
const DETECTED = 'detected';
const TONE_OPTIONS = TONES.map((tone) => ({ code: tone, name: tone }));
/** The prompt says now what was chosen. */
const WRITTEN = { into: null, tone: null } as const;

const detectionWords = (source: SourceView | undefined): string => {
  if (source === undefined) return 'Detected';
  return source.language === undefined ? 'Not sure; choose' : `Detected: ${languageName(source.language)}`;
};

/** The fields; while they cannot be changed, one line. */
export function LanguagePart() {
  return useDeferredValue(useSession(isPromptFixed)) ? <LanguageLine /> : <DetectedFields />;
}

/** Another film draws the fields anew in tasks of their own, and only if its language is another one. */
function DetectedFields() {
  const source = useSource();
  return <LanguageFields detected={source?.language} detectedWords={detectionWords(source)} />;
}

/** "gpt-5.4-mini · English → German". */
function LanguageLine() {
  const { prompt, model } = useSettings((state) => state);
  const detected = useSource()?.language;
  const { asked } = useMemo(() => readPair({ prompt, detected, said: NOTHING_SAID }), [prompt, detected]);
  return (
    <p className={styles.line}>
      {model.id} · {pairWords(asked)}
    </p>
  );
}

interface DetectedLanguage {
  /** BCP 47; undefined: there is no film, or its language cannot be told. */
  readonly detected: string | undefined;
  readonly detectedWords: string;
}

/** From which language into which, and how: the fields write the standard prompt, but never over one that was changed by hand. */
const LanguageFields = memo(function LanguageFields({ detected, detectedWords }: DetectedLanguage) {
  const { settings, commands } = useServices();
  const languages = use(commands.languages());
  const said = useStore(languages);
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  const readOnly = useReadOnlyReason() !== '';
  const { pair, disagreement, offer } = useMemo(() => readPair({ prompt, detected, said }), [prompt, detected, said]);

  const isFollowed =
    useSettings((state) => followsFilm(state) && state.prompt === prompt && prompt !== DEFAULT_PROMPT) &&
    detected !== undefined;
  function undoFollowing() {
    settings.stopFollowing();
    focusSoon(languageFieldId('From'));
  }

  /** Written into a standard prompt at once; beside one that was changed by hand it waits for `take`. */
  function choose(change: Partial<LanguagePair>, word: Partial<Pick<LanguagesState, 'from' | 'into' | 'tone'>>) {
    const chosen = { ...pair, ...change };
    const isStandard = readStandardPrompt(settings.store.getState().prompt) !== undefined;
    if (isStandard) settings.setPrompt(standardPrompt(chosen));
    languages.setState({ ...word, ...(isStandard && WRITTEN), recent: recentWith(chosen) });
  }
  function take(chosen: LanguagePair) {
    settings.resetPrompt(standardPrompt(chosen));
    languages.setState({ ...(chosen.from === detected && { from: null }), ...WRITTEN, recent: recentWith(chosen) });
  }
  const recentWith = ({ into }: LanguagePair) =>
    [into, ...said.recent.filter((code) => code !== into)].slice(0, MOST_RECENT);

  return (
    <div className={styles.languages}>
      <div className={styles.fields}>
        <Combobox
          label="From"
          shown={said.from === null ? detectedWords : (languageName(said.from) ?? said.from)}
          options={[{ code: DETECTED, name: detectedWords }, ...firstOptions([])]}
          find={findLanguages}
          disabled={readOnly}
          onChoose={(code) =>
            code === DETECTED
              ? choose({ from: detected ?? pair.from }, { from: null })
              : choose({ from: code }, { from: code })
          }
        />
        <Combobox
          label="Into"
          shown={languageName(pair.into) ?? pair.into}
          options={firstOptions(said.recent)}
          find={findLanguages}
          disabled={readOnly}
          onChoose={(into) => choose({ into }, { into })}
        />
        <Combobox
          label="Tone"
          shown={pair.tone}
          options={TONE_OPTIONS}
          find={(typed) => TONE_OPTIONS.filter(({ name }) => name.startsWith(typed.trim().toLowerCase()))}
          disabled={readOnly}
          onChoose={(code) => {
            const tone = TONES.find((each) => each === code);
            if (tone) choose({ tone }, { tone });
          }}
        />
      </div>
      <p role="status" className={styles.disagreement}>
        {disagreement}
      </p>
      <p role="status" className={styles.followed}>
        {isFollowed && (
          <>
            The prompt follows the film: {pairWords(pair)}.{' '}
            {!readOnly && (
              <Button variant="plain" aria-label="Undo: the prompt follows the film" onClick={undoFollowing}>
                Undo
              </Button>
            )}
          </>
        )}
      </p>
      {offer && !readOnly && (
        <Button variant="plain" className={styles.offer} onClick={() => take(offer)}>
          Use the standard prompt for {pairWords(offer)}
        </Button>
      )}
      {!readOnly && <OwnPrompts languages={languages} />}
    </div>
  );
});
