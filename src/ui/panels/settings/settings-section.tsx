import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { allOk } from '../../../film/film.ts';
import { type EndpointId, isCompatible, isLocal, PROVIDER_IDS, PROVIDERS } from '../../../providers/endpoints.ts';
import { wantsKey } from '../../../settings/settings.ts';
import { VisuallyHidden } from '../../kit/button.tsx';
import fields from '../../kit/field.module.css';
import { placeByArrow } from '../../kit/focus.ts';
import { Check, ChevronDown, CircleAlert, X } from '../../kit/icons.tsx';
import { ErrorBoundary } from '../../kit/lazy-part.tsx';
import { Disclosure, MODEL_TRIGGER } from '../../kit/panel.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices, useSession, useSettings } from '../../state/services.tsx';
import { type ListPhase, modelNote, modelProblem, modelSelectText } from '../../words/model-words.ts';
import { KeyField } from './key-field.tsx';
import modelSelectStyles from './model-select.module.css';
import providerTabsStyles from './provider-tabs.module.css';
import styles from './settings-section.module.css';

export function SettingsSection() {
  return (
    <section aria-labelledby="settings-heading" className={styles.section}>
      <h3 id="settings-heading" tabIndex={-1} className={styles.heading}>
        Settings
      </h3>
      <ProviderTabs model={<ModelField />} />
      <AdvancedSettings />
    </section>
  );
}

const AdvancedFields = runPart.component((part) => part.AdvancedFields);

function AdvancedSettings() {
  return (
    <Disclosure summary="Advanced" onDemand>
      <AdvancedFields />
    </Disclosure>
  );
}

const PANEL_ID = 'provider-panel';
const TABS = [...PROVIDER_IDS, 'more'] as const;
type Tab = (typeof TABS)[number];
const tabId = (tab: Tab): string => `provider-tab-${tab}`;

const MoreTab = runPart.component((part) => part.MoreTab);

/**
 * The three providers and the tab of all other endpoints, each marked with whether it has a key. Between the tabs and the key is the model, which all tabs
 * share.
 */
function ProviderTabs({ model }: { model: ReactNode }) {
  const { settings } = useServices();
  const shown = useSettings((state) => state.shownProvider);
  const compatibleEndpoint = useSettings((state) => state.compatibleEndpoint);
  const front: Tab = isCompatible(shown) ? 'more' : shown;
  const endpointOf = (tab: Tab): EndpointId => (tab === 'more' ? compatibleEndpoint : tab);

  function onKeyDown(event: KeyboardEvent) {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: TABS.length - 1 };
    const next = TABS[ends[event.key] ?? placeByArrow(event.key, TABS.indexOf(front), TABS.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    settings.showProvider(endpointOf(next));
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[TABS.indexOf(next)]?.focus();
  }

  return (
    <div className={providerTabsStyles.tabs}>
      <div role="tablist" aria-label="Provider" className={providerTabsStyles.tabList} onKeyDown={onKeyDown}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={tabId(tab)}
            className={providerTabsStyles.tab}
            aria-selected={tab === front}
            aria-controls={PANEL_ID}
            tabIndex={tab === front ? 0 : -1}
            onClick={() => settings.showProvider(endpointOf(tab))}
          >
            {tab} <KeyMark provider={endpointOf(tab)} />
          </button>
        ))}
      </div>
      {front !== 'more' && model}
      <div role="tabpanel" id={PANEL_ID} aria-labelledby={tabId(front)}>
        {isCompatible(shown) ? (
          <MoreTab endpoint={shown} model={model} />
        ) : (
          <KeyField key={shown} provider={shown} {...PROVIDERS[shown]} locked={undefined} />
        )}
      </div>
    </div>
  );
}

const MARKS = {
  unneeded: { Icon: Check, words: '(needs no key)' },
  absent: { Icon: X, words: '(no key)' },
  present: { Icon: Check, words: '(key present)' },
  /** A key that is not sent before the person answers the question about it. */
  held: { Icon: CircleAlert, words: '(key waits for your answer below)' },
  /** No check mark, because the provider rejects this key. */
  refused: { Icon: CircleAlert, words: '(key rejected)' },
} as const;

function KeyMark({ provider }: { provider: EndpointId }) {
  const mark = useSettings((state) => {
    const { keys, doubtfulKeys, keyChecks } = state;
    if (doubtfulKeys[provider] !== '') return 'held';
    if (keys[provider] === '') return isLocal(provider) && !wantsKey(state, provider) ? 'unneeded' : 'absent';
    return keyChecks[provider].outcome === 'invalid' ? 'refused' : 'present';
  });
  const { Icon, words } = MARKS[mark];
  return (
    <span className={providerTabsStyles.keyMark} data-mark={mark}>
      <Icon className={providerTabsStyles.keyIcon} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** The list that opens, with its search. */
const ModelList = runPart.component((part) => part.ModelList, { whenTouched: true });

/** The dropdown, and what is wrong with the model. The code of its list loads at the first touch of the page. */
function ModelField() {
  const { settings } = useServices();
  const text = useSettings(modelSelectText);
  const problem = useSettings(modelProblem);
  const isRunning = useSession(hasBatches);
  const note = useSettings((state) => modelNote(state, isRunning));
  const sends = !useSession(allOk);
  const [phase, setPhase] = useState<ListPhase>('closed');
  const trigger = useRef<HTMLButtonElement>(null);
  function open() {
    setPhase('wanted');
    // In Safari a press does not focus a button. Without the focus the button would get no blur event.
    trigger.current?.focus();
    settings.readFailedLists();
  }
  return (
    <div className={fields.field}>
      <div className={modelSelectStyles.select}>
        <span id="model-label" className={fields.label}>
          Model
        </span>
        <button
          ref={trigger}
          id={MODEL_TRIGGER}
          type="button"
          className={modelSelectStyles.trigger}
          aria-haspopup="dialog"
          aria-expanded={phase === 'open'}
          aria-labelledby="model-value model-label"
          aria-describedby="model-problem"
          onClick={() => (phase === 'open' ? setPhase('closed') : open())}
          // If the list opened now, it would take what the person is typing elsewhere, such as a key.
          onBlur={() => setPhase((now) => (now === 'wanted' ? 'closed' : now))}
          onKeyDown={(event) => {
            if (!/^Arrow[UD]/.test(event.key)) return;
            event.preventDefault();
            open();
          }}
        >
          <span id="model-value" className={modelSelectStyles.triggerText}>
            {text}
          </span>
          <ChevronDown className={modelSelectStyles.triggerIcon} />
        </button>
      </div>
      <ErrorBoundary>
        <ModelList trigger={trigger} phase={phase} setPhase={setPhase} />
      </ErrorBoundary>
      <div className={modelSelectStyles.notes}>
        <p id="model-problem" role="status" className={fields.problem}>
          {problem}
        </p>
        <p role="status" className={`${fields.fine} ${fields.note}`}>
          {sends && note}
        </p>
      </div>
    </div>
  );
}
