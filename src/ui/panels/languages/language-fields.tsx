import { type FormEvent, memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { isInSeries } from '../../../film/film.ts';
import { DEFAULT_PROMPT, followsFilm } from '../../../languages/default-prompt.ts';
import {
  ALL_LANGUAGES,
  FREQUENT_LANGUAGES,
  languageName,
  languagesBeginningWith,
  languagesNamedIn,
} from '../../../languages/language-names.ts';
import {
  type LanguagePair,
  promptForFilm,
  readStandardPrompt,
  standardPrompt,
  TONES,
} from '../../../languages/prompt-language.ts';
import { once } from '../../../lib/memo.ts';
import { type LanguageChoices, NOTHING_SAID } from '../../../settings/settings.ts';
import { afterQuiet } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { X } from '../../kit/icons.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { changePrompt, pairWords, readPair } from '../../state/language-pair.ts';
import type { LanguageQuestion, TypedLanguage } from '../../state/page-state.ts';
import {
  type Services,
  usePage,
  usePromptFixed,
  useServices,
  useSession,
  useSettings,
  useSource,
} from '../../state/services.tsx';
import { Combobox, exactly, type Option } from './combobox.tsx';
import styles from './languages.module.css';
import { languageFieldId } from './languages.tsx';

const MOST_RECENT = 5;
const DETECTED = 'detected';
const TONE_OPTIONS = TONES.map((tone) => ({ code: tone, name: tone }));
/** For choices that the prompt now contains. */
const WRITTEN = { into: null, tone: null } as const;

/** `saidSource`: the film's language as the prompt names it. It is sent with a film whose language is unknown. */
function detectionWords(isLookedAt: boolean, detected: string | undefined, saidSource: string | undefined): string {
  if (!isLookedAt) return 'Detected';
  if (detected !== undefined) return `Detected: ${languageName(detected)}`;
  return saidSource === undefined ? 'Language unknown: choose one' : `Unknown, sent as ${languageName(saidSource)}`;
}

/** The fields or, while they cannot be changed, one line. */
export function LanguagePart() {
  const source = useSource();
  const isFixed = usePromptFixed();
  if (isFixed) return <LanguageLine detected={source?.language} />;
  return <LanguageFields detected={source?.language} isLookedAt={source !== undefined} />;
}

/** "gpt-5.4-mini · English → German". */
function LanguageLine({ detected }: { detected: string | undefined }) {
  const { prompt, model } = useSettings((state) => state);
  const { asked } = useMemo(() => readPair({ prompt, detected, said: NOTHING_SAID }), [prompt, detected]);
  return (
    <p className={styles.line}>
      {model.id} · {pairWords(asked)}
    </p>
  );
}

/**
 * The fields for the two languages and the tone. They write the standard prompt, but never over a prompt that a person changed. `detected`: the film's language
 * as BCP 47, if known. `isLookedAt`: the film worker has looked for it. memo: another film redraws the fields only if its language differs.
 */
const LanguageFields = memo(function LanguageFields({
  detected,
  isLookedAt,
}: {
  detected: string | undefined;
  isLookedAt: boolean;
}) {
  const { session, settings, page } = useServices();
  const said = useSettings(({ languages }) => languages);
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  const { pair, saidSource, disagreement, offer } = useMemo(
    () => readPair({ prompt, detected, said }),
    [prompt, detected, said],
  );
  const detectedWords = detectionWords(isLookedAt, detected, saidSource);

  const hasBegun = useSession(hasBatches);
  const isFollowing = useSettings(followsFilm);
  const isOtherFilm = useIsSeriesMade() && disagreement !== '';
  const isAboutToFollow = isFollowing && !isOtherFilm && disagreement !== '';
  const isFollowed =
    useSettings((state) => isFollowing && state.prompt === prompt && prompt !== DEFAULT_PROMPT) &&
    detected !== undefined &&
    !isOtherFilm &&
    !hasBegun;
  function undoFollowing() {
    changePrompt({ session, settings }, 'without following the film', () =>
      settings.stopFollowing(promptForFilm('ru', navigator.language, prompt)),
    );
    focusSoon(languageFieldId('From'));
  }

  // What a person typed before the code of these fields was loaded.
  useEffect(() => takeTypedLanguages({ session, settings, page }), [session, settings, page]);

  const choose = (change: Partial<LanguagePair>, word: Word) =>
    chooseLanguages({ session, settings }, detected, change, word);
  function take(chosen: LanguagePair) {
    takeStandardPrompt({ session, settings }, chosen);
    const recent = recentWith(chosen, said);
    settings.setLanguages({ ...(chosen.from === detected && { from: null }), ...WRITTEN, recent });
  }

  return (
    <div className={styles.languages}>
      <div className={styles.fields}>
        <Combobox
          label="From"
          shown={said.from === null ? detectedWords : (languageName(said.from) ?? said.from)}
          options={[{ code: DETECTED, name: detectedWords }, ...firstOptions([])]}
          find={findLanguages}
          onChoose={(code) => {
            if (code !== DETECTED) return choose(...changeTo('From', code));
            if (said.from !== null) choose({ from: detected ?? pair.from }, { from: null });
          }}
        />
        <Combobox
          label="Into"
          shown={languageName(pair.into) ?? pair.into}
          options={firstOptions(said.recent)}
          find={findLanguages}
          onChoose={(into) => choose(...changeTo('Into', into))}
        />
        <Combobox
          label="Tone"
          shown={pair.tone}
          options={TONE_OPTIONS}
          find={findTones}
          onChoose={(code) => choose(...changeTo('Tone', code))}
        />
      </div>
      <p role="status" className={styles.disagreement}>
        {(!isFollowing || isOtherFilm) && disagreement}
      </p>
      <p role="status" className={styles.followed}>
        {isFollowed && (
          <>
            The prompt was changed to match the film: {pairWords(pair)}.{' '}
            <PlainButton aria-label="Undo: the prompt was changed to match the film" onClick={undoFollowing}>
              Undo
            </PlainButton>
          </>
        )}
      </p>
      {offer && !isAboutToFollow && (
        <PlainButton className={styles.offer} onClick={() => take(offer)}>
          Use the standard prompt for {pairWords(offer)}
        </PlainButton>
      )}
      <OwnPrompts />
    </div>
  );
});

/** A series whose files are all read has its prompt a moment later. */
const PROMPT_FOLLOWS_MS = 500;

/** True if the standard prompt stays with each film that is opened. Otherwise it is about to name the film's language, unless a person chose it. */
function useIsSeriesMade(): boolean {
  const inSeries = useSession(isInSeries);
  const isRead = usePage(({ series }) => series.reading === 0);
  const [isMade, setMade] = useState(false);
  useEffect(() => {
    if (isRead) return afterQuiet(PROMPT_FOLLOWS_MS, async () => setMade(true));
    return setMade(false);
  }, [isRead]);
  return inSeries && isRead && isMade;
}

type Parts = Pick<Services, 'session' | 'settings'>;
type Word = Partial<Omit<LanguageChoices, 'recent' | 'prompts'>>;

/** What a choice in a field changes, and what counts as the person's own choice. */
function changeTo(label: TypedLanguage['label'], code: string): [Partial<LanguagePair>, Word] {
  if (label === 'From') return [{ from: code }, { from: code }];
  if (label === 'Into') return [{ into: code }, { into: code }];
  const tone = TONES.find((each) => each === code) ?? 'neutral';
  return [{ tone }, { tone, toneChosen: tone }];
}

/**
 * Writes the choice into a standard prompt at once, beside what was chosen before, which may not be drawn yet. The prompt then still follows the film,
 * unless From was chosen. If a person changed the prompt, the choice waits until the person takes the standard prompt.
 */
function chooseLanguages(
  { session, settings }: Parts,
  detected: string | undefined,
  change: Partial<LanguagePair>,
  word: Word,
): void {
  const state = settings.store.getState();
  const { prompt, languages: said } = state;
  const chosen = { ...readPair({ prompt, detected, said }).pair, ...change };
  const isStandard = readStandardPrompt(prompt) !== undefined;
  const write = followsFilm(state) && !word.from ? settings.followFilm : settings.setPrompt;
  if (isStandard)
    changePrompt({ session, settings }, `${pairWords(chosen)}, ${chosen.tone}`, () => write(standardPrompt(chosen)));
  settings.setLanguages({ ...word, ...(isStandard && WRITTEN), recent: recentWith(chosen, said) });
}

function takeStandardPrompt({ session, settings }: Parts, pair: LanguagePair): void {
  changePrompt({ session, settings }, `the standard prompt, ${pairWords(pair)}`, () =>
    settings.resetPrompt(standardPrompt(pair)),
  );
}

const recentWith = ({ into }: LanguagePair, { recent }: Pick<LanguageChoices, 'recent'>) =>
  [into, ...recent.filter((code) => code !== into)].slice(0, MOST_RECENT);

/** Chooses what a person typed in the language fields before their code was loaded. */
export function takeTypedLanguages({ session, settings, page }: Parts & Pick<Services, 'page'>): void {
  const { typedLanguages } = page.getState();
  if (typedLanguages.length === 0) return;
  page.setState({ typedLanguages: [] });
  for (const { label, text, isChosen } of typedLanguages) {
    const found = (label === 'Tone' ? findTones : findLanguages)(text);
    const option = isChosen ? found[0] : exactly(text, found);
    if (!option) continue;
    chooseLanguages({ session, settings }, undefined, ...changeTo(label, option.code));
  }
}

/** A longer list helps nobody. */
const MOST = 50;

const optionsOf = (codes: readonly string[]): readonly Option[] =>
  codes.flatMap((code) => {
    const name = languageName(code);
    return name === undefined ? [] : [{ code, name }];
  });

const allOptions = once(() => optionsOf(ALL_LANGUAGES));

/** Before a person types: the languages used last, and then the frequent ones by name. */
const firstOptions = (recent: readonly string[]): readonly Option[] => [
  ...optionsOf(recent),
  ...optionsOf(FREQUENT_LANGUAGES)
    .filter(({ code }) => !recent.includes(code))
    .sort((one, other) => one.name.localeCompare(other.name, 'en')),
];

/**
 * Finds languages by the beginning of their English name or of a word in it, by their code, or by their own name ("Deutsch"); the best first. If none is found,
 * by the beginning of their name in any language ("deut", "日本").
 */
function findLanguages(query: string): readonly Option[] {
  const typed = query.trim().toLowerCase();
  const named = new Set(languagesNamedIn(query).map(({ language }) => language));
  const found = allOptions()
    .map((option) => ({ option, rank: rankOf(option, typed, named) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || one.option.name.length - other.option.name.length)
    .slice(0, MOST)
    .map(({ option }) => option);
  return found.length > 0 ? found : optionsOf(languagesBeginningWith(typed));
}

const findTones = (query: string): readonly Option[] =>
  TONE_OPTIONS.filter(({ name }) => name.startsWith(query.trim().toLowerCase()));

function rankOf({ code, name }: Option, typed: string, named: ReadonlySet<string>): number {
  const text = name.toLowerCase();
  if (text === typed) return 5;
  if (text.startsWith(typed)) return 4;
  if (code.toLowerCase() === typed || named.has(code)) return 3;
  return text.split(/[\s(]+/).some((word) => word.startsWith(typed)) ? 2 : 0;
}

function OwnPrompts() {
  const { session, settings } = useServices();
  const prompts = useSettings(({ languages }) => languages.prompts);
  const [name, setName] = useState('');

  function keep(event: FormEvent) {
    event.preventDefault();
    const kept = { name: name.trim(), text: settings.store.getState().prompt };
    settings.setLanguages({ prompts: [...prompts.filter((each) => each.name !== kept.name), kept] });
    setName('');
  }

  return (
    <Disclosure summary="My prompts">
      <ul className={styles.prompts}>
        {prompts.map(({ name: kept, text }) => (
          <li key={kept} className={styles.prompt}>
            <PlainButton
              title={text}
              onClick={() => changePrompt({ session, settings }, `“${kept}”`, () => settings.resetPrompt(text))}
            >
              {kept}
            </PlainButton>
            <PlainButton
              icon={<X />}
              aria-label={`Delete the prompt ${kept}`}
              onClick={() => settings.setLanguages({ prompts: prompts.filter((each) => each.name !== kept) })}
            />
          </li>
        ))}
      </ul>
      <form className={styles.keep} onSubmit={keep}>
        <input
          className={styles.input}
          aria-label="Name of this prompt"
          placeholder="Name of this prompt"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save this prompt
        </Button>
      </form>
    </Disclosure>
  );
}

interface Asked {
  readonly question: LanguageQuestion;
  readonly answer: (isWanted: boolean) => void;
}

/** Asks once before a run, if the person's own prompt names another language than the film's. If the person closes it, nothing is sent. */
export function LanguageDialog({ question: { words, pair, about }, answer }: Asked) {
  const { session, settings, page } = useServices();
  const close = () => answer(false);
  function begin(decide: () => void) {
    decide();
    answer(true);
  }
  const answers = (
    <>
      <Button
        variant="primary"
        inBar={false}
        onClick={() => begin(() => takeStandardPrompt({ session, settings }, pair))}
      >
        Use the standard prompt for {pairWords(pair)}
      </Button>
      <Button inBar={false} onClick={() => begin(() => page.setState({ languageAnswered: about }))}>
        Translate with my prompt as it is
      </Button>
      <PlainButton inBar={false} onClick={close}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog title={words} answers={answers} onClose={close}>
      <p>A translation from the wrong language costs money and is often useless. Nothing has been sent yet.</p>
    </DecisionDialog>
  );
}
