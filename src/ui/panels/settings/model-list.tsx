import {
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rangeWords } from '../../../prices/price.ts';
import { costRange } from '../../../prices/price-of.ts';
import {
  builtInModels,
  ENDPOINT_IDS,
  type EndpointId,
  isCompatible,
  PROVIDER_IDS,
} from '../../../providers/endpoints.ts';
import { type Model, type ModelInfo, modelKey } from '../../../providers/provider.ts';
import { type SuggestionReason, suggestedModels } from '../../../providers/suggested-models.ts';
import { asksHalfPrice, availableModels, type SettingsState } from '../../../settings/settings.ts';
import { isOfInputMethod } from '../../kit/browser.ts';
import { VisuallyHidden } from '../../kit/button.tsx';
import { focusSoon, LIST_STEPS } from '../../kit/focus.ts';
import { openPopover } from '../../kit/overlays.ts';
import { MODEL_TRIGGER } from '../../kit/panel.tsx';
import { useServices, useSettings } from '../../state/services.tsx';
import { usePriceOf, useTokensByModel } from '../../state/use-prices.ts';
import { type ListPhase, LOADING, wordFor } from '../../words/model-words.ts';
import styles from './model-list.module.css';

interface ModelListProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly phase: ListPhase;
  readonly setPhase: Dispatch<SetStateAction<ListPhase>>;
}

/** The models of all providers over the page. A picked model brings its provider's tab to the front. */
export function ModelList({ trigger, phase, setPhase }: ModelListProps) {
  // Before the focus moves to the list: a dropdown that loses the focus while the list is only wanted closes it.
  useLayoutEffect(() => {
    if (phase === 'wanted') setPhase((now) => (now === 'wanted' ? 'open' : now));
  }, [phase, setPhase]);
  return phase !== 'closed' && <OpenList trigger={trigger} close={() => setPhase('closed')} />;
}

const STEPS: typeof LIST_STEPS = { ...LIST_STEPS, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

/**
 * A search field, and the list. The chosen model has the focus first, so that no on-screen keyboard covers the list; a letter that is typed there goes to the
 * field.
 */
function OpenList({ trigger, close }: Pick<ModelListProps, 'trigger'> & { close: () => void }) {
  const { settings } = useServices();
  const model = useSettings((state) => state.model);
  const models = useSettings((state) => state.models);
  const shownProvider = useSettings((state) => state.shownProvider);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const costOf = useCostWords();
  const sections = useMemo(() => modelSections({ models, shownProvider }), [models, shownProvider]);
  const found = useMemo(() => filterSections(sections, typed), [sections, typed]);
  const all = found.flatMap(({ choices }) => choices);
  const pickable = all.filter(({ disabled }) => !disabled);
  /** The options that the arrow keys go through: those that can be picked or, if there are none, all of them. */
  const walked = (pickable.length > 0 ? pickable : all).map(({ key }) => key);
  const mayFold = !isUnfolded && typed.trim() === '' && pickable.length > 0;
  const popover = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const first = typed.trim() === '' ? undefined : pickable[0];
  const firstId = first && optionId(listId, first.key);
  const chosen = modelKey(model);
  /** The key of the option that is the Tab stop. */
  const stop = [active, chosen].find((key) => key !== null && walked.includes(key)) ?? walked[0];
  const stopOption = () => list.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]');
  const walkedOptions = () => walked.flatMap((key) => document.getElementById(optionId(listId, key)) ?? []);

  const onLeave = useEffectEvent(close);
  useLayoutEffect(() => {
    if (popover.current && trigger.current)
      return openPopover(popover.current, trigger.current, { align: 'start', onLeave });
    return undefined;
  }, [trigger]);

  // After each drawing: when the list opens, and when a provider's new list lacks the model that had the focus.
  useEffect(() => {
    const { current } = list;
    if (!current || popover.current?.contains(document.activeElement)) return;
    const option = stopOption();
    (option ?? current).focus({ preventScroll: true });
    if (option) current.scrollTop = option.offsetTop - (current.clientHeight - option.offsetHeight) / 2;
  });

  function press(target: Element) {
    if (target.closest('[data-folded]')) setUnfolded(true);
    else pick(target.closest('[role=option]'));
  }
  function pick(option: Element | null | undefined) {
    const picked = modelOfKey({ models }, option?.getAttribute('data-key'));
    if (!picked) return;
    settings.pickModel(picked);
    close();
    // Another provider's tab may have brought a dropdown of its own.
    focusSoon(MODEL_TRIGGER);
  }
  function filter(text: string) {
    setTyped(text);
    const { current } = list;
    if (!current) return;
    // The field stays in its place, however few models are shown.
    current.style.flexBasis ||= `${current.offsetHeight}px`;
    current.scrollTop = 0;
  }
  /** Handles Escape, and Tab between field and list. */
  function pressKey(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent) || isTaken(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') (event.target === field.current ? stopOption() : field.current)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function pressInField(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent) || isTaken(event)) return;
    const options = walkedOptions();
    if (event.key === 'ArrowDown') options[0]?.focus();
    else if (event.key === 'ArrowUp') options.at(-1)?.focus();
    else if (event.key === 'Enter' && first) pick(options.find(({ id }) => id === firstId));
    else return;
    event.preventDefault();
  }
  function pressInList(event: KeyboardEvent) {
    if (isTaken(event)) return;
    const steps = STEPS[event.key];
    // A space is part of the typed text; if nothing is typed, it chooses, as in every list.
    if (event.key === 'Enter' || (event.key === ' ' && typed === '')) pick(event.target as Element);
    else if (steps !== undefined) goOn(event.target as HTMLElement, steps);
    else {
      if (isText(event)) field.current?.focus();
      return;
    }
    event.preventDefault();
  }
  function goOn(from: HTMLElement, steps: number) {
    const options = walkedOptions();
    if (steps === -1 && from === options[0]) field.current?.focus();
    else options[Math.min(Math.max(options.indexOf(from) + steps, 0), options.length - 1)]?.focus();
  }

  return (
    <div
      ref={popover}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label="Models"
      className={styles.popover}
      onKeyDown={pressKey}
    >
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label="Filter models"
        placeholder="Type to filter"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={firstId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => filter(value)}
        onKeyDown={pressInField}
      />
      <p role="status" className={found.length === 0 ? styles.none : ''}>
        {found.length === 0
          ? 'No model or provider has this name.'
          : typed && <VisuallyHidden>{`Models: ${pickable.length}`}</VisuallyHidden>}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-labelledby="model-label"
        tabIndex={-1}
        className={styles.list}
        onClick={({ target }) => press(target as Element)}
        onFocus={({ target }) => setActive(target.getAttribute('data-key'))}
        onKeyDown={pressInList}
      >
        {found.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: no set of form fields, but a group of options
          <div
            key={section.id}
            role="group"
            aria-labelledby={`${listId}-${section.id}`}
            className={styles.group}
            data-folded={(mayFold && section.id !== 'suggested' && models[section.id].state === 'no-key') || undefined}
          >
            <div id={`${listId}-${section.id}`} role="presentation" className={styles.heading}>
              {section.name}
            </div>
            {section.choices.map(({ key, label, disabled, reason, model }) => {
              const note = [reason, model && costOf(model)].filter(Boolean).join(' · ') || undefined;
              return (
                <div
                  key={key}
                  id={optionId(listId, key)}
                  role="option"
                  data-key={key}
                  tabIndex={key === stop ? 0 : -1}
                  aria-selected={key === chosen}
                  aria-disabled={disabled || undefined}
                  aria-label={note && label}
                  aria-description={note}
                  data-first={key === first?.key || undefined}
                  data-note={note}
                  className={styles.option}
                >
                  {label}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What the film on the page costs with a model, as "$0.04–0.07"; undefined: no film is open, or the price is unknown. */
function useCostWords(): (model: Model) => string | undefined {
  const tokensOf = useTokensByModel();
  const priceNow = usePriceOf();
  const calls = useSettings((state) => state.calls);
  return useMemo(() => {
    return (model) => {
      const price = priceNow(model);
      if (!tokensOf || !price) return undefined;
      const cost = costRange({ tokens: tokensOf(model), price, isHalfPrice: asksHalfPrice({ calls, model }) });
      return cost && rangeWords(cost.low, cost.high);
    };
  }, [tokensOf, priceNow, calls]);
}

/** True if the key is not ours: it was handled already, or the browser uses it with a modifier key. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  defaultPrevented || ctrlKey || metaKey || altKey;

const isText = ({ key }: KeyboardEvent): boolean => key.length === 1 || key === 'Backspace';

/** The id of a model's option; white space would end the id. */
const optionId = (listId: string, key: string): string => `${listId}-${key.replace(/\s/g, '_')}`;

/** One line of the model dropdown. */
interface ModelButton {
  /** Unique among all providers' models; a list that names a model twice shows it once. */
  readonly key: string;
  readonly label: string;
  readonly disabled: boolean;
  /** Why it is suggested; undefined: it is not. */
  readonly reason: SuggestionReason | undefined;
  /** undefined: the model cannot be chosen. */
  readonly model: Model | undefined;
}

interface ModelSection {
  readonly id: EndpointId | 'suggested';
  readonly name: string;
  readonly choices: readonly ModelButton[];
}

type Facts = Pick<SettingsState, 'models' | 'shownProvider'>;

/** undefined: no model has this key. */
export const modelOfKey = ({ models }: Pick<Facts, 'models'>, key: unknown): Model | undefined =>
  ENDPOINT_IDS.flatMap((provider) => availableModels({ models }, provider)).find((model) => modelKey(model) === key);

/** All providers, and those endpoints of the tab "more" whose list was requested: nobody has asked for the others. */
const endpointsIn = (models: Facts['models']): readonly EndpointId[] => [
  ...PROVIDER_IDS,
  ...ENDPOINT_IDS.filter((id) => isCompatible(id) && models[id].state !== 'no-key'),
];

/**
 * First the suggested models of the provider in front, whose key and bill the person has chosen; then all other models of all providers. Models that need a key
 * first say so (specification, section 2).
 */
export function modelSections({ models, shownProvider }: Facts): readonly ModelSection[] {
  const suggested = suggestedModels(shownProvider, availableModels({ models }, shownProvider)).map(
    ({ model, reason }) => ({ ...choiceOf(model), reason }),
  );
  const taken = new Set(suggested.map(({ key }) => key));
  const sections = endpointsIn(models).map((id) => ({
    id,
    name: wordFor(id),
    choices: choicesOf(id, models).filter(({ key }) => !taken.has(key)),
  }));
  return [{ id: 'suggested' as const, name: 'Suggested', choices: suggested }, ...sections].filter(
    ({ choices }) => choices.length > 0,
  );
}

const choiceOf = (info: ModelInfo): ModelButton => ({
  key: modelKey(info),
  label: info.displayName,
  disabled: false,
  reason: undefined,
  model: info,
});

function choicesOf(endpoint: EndpointId, models: Facts['models']): readonly ModelButton[] {
  const list = models[endpoint];
  if (list.state === 'loading')
    return [
      { key: modelKey({ endpoint, id: '' }), label: LOADING, disabled: true, reason: undefined, model: undefined },
    ];
  if (list.state === 'no-key') {
    return builtInModels(endpoint)
      .map(choiceOf)
      .map((choice) => ({ ...choice, label: `${choice.label} (Add API Key)`, disabled: true, model: undefined }));
  }
  return [...new Map(availableModels({ models }, endpoint).map((info) => [info.id, choiceOf(info)])).values()];
}

/** The choices of all sections that have each typed word in their name, id or provider. @param typed empty: all choices */
function filterSections(sections: readonly ModelSection[], typed: string): readonly ModelSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const provider = section.id === 'suggested' ? '' : section.name;
    const choices = section.choices.filter(({ key, label }) => {
      const text = `${key} ${label} ${provider}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return choices.length > 0 ? [{ ...section, choices }] : [];
  });
}
