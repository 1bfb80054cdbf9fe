import {
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Popover } from 'react-aria-components/Popover';
import { modelKey } from '../../../providers/provider.ts';
import { focusSoon } from '../../kit/focus.ts';
import { MODEL_TRIGGER } from '../../kit/panel-ids.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';
import type { ListPhase } from './list-phase.ts';
import styles from './model-list.module.css';
import { ModelOptions, optionId } from './model-options.tsx';
import { filterSections, modelOfKey, modelSections } from './model-sections.ts';

interface ModelListProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly phase: ListPhase;
  readonly setPhase: Dispatch<SetStateAction<ListPhase>>;
}

/** The models of all providers over the page; picking one brings its provider's tab to the front. */
export function ModelList({ trigger, phase, setPhase }: ModelListProps) {
  // Before the focus goes to the list, because a dropdown that loses it while the list is only wanted gives the list up.
  useLayoutEffect(() => {
    if (phase === 'wanted') setPhase((now) => (now === 'wanted' ? 'open' : now));
  }, [phase, setPhase]);
  return (
    <Popover
      triggerRef={trigger}
      isOpen={phase !== 'closed'}
      onOpenChange={(isOpen) => setPhase(isOpen ? 'open' : 'closed')}
      offset={4}
      placement="bottom start"
      aria-label="Models"
      className={styles.popover ?? ''}
    >
      <OpenList close={() => setPhase('closed')} />
    </Popover>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * A field that filters, and the list. The chosen model has the focus first, so that on a phone no keyboard covers the list; a
 * letter typed there goes to the field.
 */
function OpenList({ close }: { close: () => void }) {
  const { settings } = useServices();
  const model = useSettings((state) => state.model);
  const models = useSettings((state) => state.models);
  const shownProvider = useSettings((state) => state.shownProvider);
  const [typed, setTyped] = useState('');
  const sections = useMemo(() => modelSections({ models, shownProvider }), [models, shownProvider]);
  const found = useMemo(() => filterSections(sections, typed), [sections, typed]);
  const all = found.flatMap(({ choices }) => choices);
  const pickable = all.filter(({ disabled }) => !disabled);
  /** What the arrow keys go through: what can be picked, or where that is nothing, all there is to read. */
  const walked = (pickable.length > 0 ? pickable : all).map(({ key }) => key);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const first = typed.trim() === '' ? undefined : pickable[0];
  const firstId = first && optionId(listId, first.key);
  const walkedOptions = () => walked.flatMap((key) => document.getElementById(optionId(listId, key)) ?? []);

  // After each drawing: at opening, and when a provider's list has come without the model that had the focus.
  useEffect(() => {
    const { current } = list;
    if (!current || current.parentElement?.contains(document.activeElement)) return;
    const option = current.querySelector<HTMLElement>('[role=option][tabindex="0"]');
    (option ?? current).focus({ preventScroll: true });
    if (option) current.scrollTop = option.offsetTop - (current.clientHeight - option.offsetHeight) / 2;
  });

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
    // The field stays where it is, however few models are left.
    current.style.flexBasis ||= `${current.offsetHeight}px`;
    current.scrollTop = 0;
  }
  function pressInField(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || isTaken(event)) return;
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
    // A space is part of what is being typed; before that it chooses, as in every list.
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
    <>
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
          ? 'No model and no provider of this name.'
          : typed && <VisuallyHidden>{`Models: ${pickable.length}`}</VisuallyHidden>}
      </p>
      <ModelOptions
        ref={list}
        id={listId}
        sections={found}
        walked={walked}
        chosen={modelKey(model)}
        first={first?.key}
        onPick={pick}
        onKeyDown={pressInList}
      />
    </>
  );
}

/** Somebody else's key press: with a second key it is the browser's. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  defaultPrevented || ctrlKey || metaKey || altKey;

/** What a text field would take. */
const isText = ({ key }: KeyboardEvent): boolean => key.length === 1 || key === 'Backspace';
