import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { hasBatches } from '../../../engine/run-state.ts';
import type { SourceView } from '../../../film/analysis.ts';
import { isPromptFixed } from '../../../film/film.ts';
import { languagesBeginningWith, languagesNamedIn } from '../../../languages/language-names.ts';
import { ALL_LANGUAGES, FREQUENT_LANGUAGES } from '../../../languages/language-table.ts';
import {
  DEFAULT_PROMPT,
  followsFilm,
  type LanguagePair,
  languageName,
  readStandardPrompt,
  standardPrompt,
  TONES,
} from '../../../languages/standard-prompt.ts';
import { isOfInputMethod } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon, isLeft, LIST_STEPS, useModal } from '../../kit/focus.ts';
import { X } from '../../kit/icons.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { openPopover } from '../../kit/popover.ts';
import { languagesOf, NOTHING_SAID, pairWords, readPair } from '../../state/language-pair.ts';
import { beginRun } from '../../state/next-step.ts';
import type { LanguagesState, LanguagesStore, LanguageQuestion as Question } from '../../state/page-state.ts';
import { usePage, useServices, useSession, useSettings, useSource } from '../../state/services.tsx';
import styles from './languages.module.css';
import { languageFieldId } from './languages.tsx';

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
  const source = useSource();
  const isFixed = useDeferredValue(useSession(isPromptFixed));
  if (isFixed) return <LanguageLine detected={source?.language} />;
  return <LanguageFields detected={source?.language} detectedWords={detectionWords(source)} />;
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
 * From which language (`detected`: BCP 47, if it can be told) into which, and how: the fields write the standard prompt, but never over one
 * that was changed by hand. memo: another film draws them anew only if its language is another one.
 */
const LanguageFields = memo(function LanguageFields({
  detected,
  detectedWords,
}: {
  detected: string | undefined;
  detectedWords: string;
}) {
  const { settings, commands } = useServices();
  const languages = languagesOf(commands);
  const said = useStore(languages);
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  const { pair, disagreement, offer } = useMemo(() => readPair({ prompt, detected, said }), [prompt, detected, said]);

  const hasBegun = useSession(hasBatches);
  // It will say the film's language in a moment.
  const isFollowing = useSettings(followsFilm);
  const isFollowed =
    useSettings((state) => isFollowing && state.prompt === prompt && prompt !== DEFAULT_PROMPT) &&
    detected !== undefined &&
    !hasBegun;
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
          onChoose={(into) => choose({ into }, { into })}
        />
        <Combobox
          label="Tone"
          shown={pair.tone}
          options={TONE_OPTIONS}
          find={(typed) => TONE_OPTIONS.filter(({ name }) => name.startsWith(typed.trim().toLowerCase()))}
          onChoose={(code) => {
            const tone = TONES.find((each) => each === code);
            if (tone) choose({ tone }, { tone });
          }}
        />
      </div>
      <p role="status" className={styles.disagreement}>
        {!isFollowing && disagreement}
      </p>
      <p role="status" className={styles.followed}>
        {isFollowed && (
          <>
            The prompt follows the film: {pairWords(pair)}.{' '}
            <PlainButton aria-label="Undo: the prompt follows the film" onClick={undoFollowing}>
              Undo
            </PlainButton>
          </>
        )}
      </p>
      {offer && (
        <PlainButton className={styles.offer} onClick={() => take(offer)}>
          Use the standard prompt for {pairWords(offer)}
        </PlainButton>
      )}
      <OwnPrompts languages={languages} />
    </div>
  );
});

interface Option {
  /** A language's BCP 47 code, or what the field means by another one. */
  readonly code: string;
  readonly name: string;
}

interface ComboboxProps {
  readonly label: string;
  /** The name of what is chosen. */
  readonly shown: string;
  /** Before anything is typed. */
  readonly options: readonly Option[];
  /** For what was typed, the best first. */
  readonly find: (typed: string) => readonly Option[];
  readonly onChoose: (code: string) => void;
}

/**
 * A field with a list that what is typed narrows (the ARIA practices' "editable combobox with list autocomplete"). Nothing but what
 * the list holds can be chosen; what else was typed is forgotten when the field is left.
 */
function Combobox(props: ComboboxProps): ReactNode {
  const { label, shown, options, find, onChoose } = props;
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = active !== undefined;
  const found = query === undefined || query.trim() === '' ? options : find(query);

  useLayoutEffect(() => {
    if (isOpen && list.current && input.current) return openPopover(list.current, input.current);
    return undefined;
  }, [isOpen]);

  useEffect(() => {
    if (active !== undefined) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  // Selects the chosen name, so that what is typed next replaces it.
  useEffect(() => {
    if (query === undefined && document.activeElement === input.current) input.current?.select();
  });

  function close() {
    setQuery(undefined);
    setActive(undefined);
  }
  function choose(option: Option | undefined) {
    if (option && option.name !== shown) onChoose(option.code);
    close();
  }
  function open() {
    setActive(Math.max(0, query === undefined ? options.findIndex(({ name }) => name === shown) : 0));
  }
  function leave(event: FocusEvent) {
    if (!isLeft(event)) return;
    const typed = query?.trim().toLowerCase();
    choose(typed ? found.find(({ name }) => name.toLowerCase() === typed) : undefined);
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
        // The end of a press on what is selected would take the selection away.
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
        {isOpen && found.length === 0 && <p className={styles.none}>Nothing of this name.</p>}
      </div>
    </div>
  );
}

/** A list that is longer helps nobody. */
const MOST = 50;

let all: readonly Option[] | undefined;

const optionsOf = (codes: readonly string[]): readonly Option[] =>
  codes.flatMap((code) => {
    const name = languageName(code);
    return name === undefined ? [] : [{ code, name }];
  });

/** Before anything is typed: those used last, then the frequent ones by name. */
const firstOptions = (recent: readonly string[]): readonly Option[] => [
  ...optionsOf(recent),
  ...optionsOf(FREQUENT_LANGUAGES)
    .filter(({ code }) => !recent.includes(code))
    .sort((one, other) => one.name.localeCompare(other.name, 'en')),
];

/**
 * Languages by the beginning of their English name, a word in it, its code, or by their own name ("Deutsch"); the best first. Where there is
 * none, by the beginning of their name in any language ("deut", "日本").
 */
function findLanguages(query: string): readonly Option[] {
  const typed = query.trim().toLowerCase();
  all ??= optionsOf(ALL_LANGUAGES);
  const named = new Set(languagesNamedIn(query).map(({ language }) => language));
  const found = all
    .map((option) => ({ option, rank: rankOf(option, typed, named) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || one.option.name.length - other.option.name.length)
    .slice(0, MOST)
    .map(({ option }) => option);
  return found.length > 0 ? found : optionsOf(languagesBeginningWith(typed));
}

function rankOf({ code, name }: Option, typed: string, named: ReadonlySet<string>): number {
  const text = name.toLowerCase();
  if (text === typed) return 5;
  if (text.startsWith(typed)) return 4;
  if (code.toLowerCase() === typed || named.has(code)) return 3;
  return text.split(/[\s(]+/).some((word) => word.startsWith(typed)) ? 2 : 0;
}

function OwnPrompts({ languages }: { languages: LanguagesStore }) {
  const { settings } = useServices();
  const prompts = useStore(languages, (state) => state.prompts);
  const [name, setName] = useState('');

  function keep(event: FormEvent) {
    event.preventDefault();
    const kept = { name: name.trim(), text: settings.store.getState().prompt };
    languages.setState({ prompts: [...prompts.filter((each) => each.name !== kept.name), kept] });
    setName('');
  }

  return (
    <Disclosure summary="My prompts">
      <ul className={styles.prompts}>
        {prompts.map(({ name: kept, text }) => (
          <li key={kept} className={styles.prompt}>
            <PlainButton title={text} onClick={() => settings.resetPrompt(text)}>
              {kept}
            </PlainButton>
            <PlainButton
              icon={<X />}
              aria-label={`Forget the prompt ${kept}`}
              onClick={() => languages.setState({ prompts: prompts.filter((each) => each.name !== kept) })}
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
          Keep this prompt
        </Button>
      </form>
    </Disclosure>
  );
}

/** Asked once before a run: the person's own prompt says another language than the film's. Closed, nothing is sent. */
export function LanguageQuestionDialog() {
  const question = usePage((state) => state.languageQuestion);
  return question && <QuestionDialog {...question} />;
}

function QuestionDialog({ words, pair, about, options }: Question) {
  const services = useServices();
  const { settings, page } = services;
  const dialog = useModal();
  const close = () => page.setState({ languageQuestion: null });
  function begin(decide: () => void) {
    close();
    decide();
    void beginRun(services, options);
  }

  return (
    <dialog ref={dialog} className={styles.question} aria-labelledby="language-question" onClose={close}>
      <h2 id="language-question" className={styles.questionTitle}>
        {words}
      </h2>
      <p>
        A film that is asked for in the wrong language is paid for and often gives nothing. Nothing has been sent yet.
      </p>
      <div className={styles.answers}>
        <Button variant="primary" inBar={false} onClick={() => begin(() => settings.resetPrompt(standardPrompt(pair)))}>
          Use the standard prompt for {pairWords(pair)}
        </Button>
        <Button inBar={false} onClick={() => begin(() => page.setState({ languageAnswered: about }))}>
          Translate with my prompt as it is
        </Button>
        <PlainButton inBar={false} onClick={close}>
          Cancel
        </PlainButton>
      </div>
    </dialog>
  );
}
