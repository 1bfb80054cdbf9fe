import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { CATALOG } from '../../../providers/catalog.ts';
import { type EndpointId, isLocal, isMore, PROVIDER_IDS } from '../../../providers/provider.ts';
import { VisuallyHidden } from '../../kit/button.tsx';
import { placeByArrow } from '../../kit/focus.ts';
import { Check, CircleAlert, X } from '../../kit/icons.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';
import { AdvancedFields } from './advanced-settings.tsx';
import { KeyField } from './key-field.tsx';
import { ModelField } from './model-field.tsx';
import providerTabsStyles from './provider-tabs.module.css';
import styles from './settings-section.module.css';

/** The tab "more". */
export const morePart = lazyPart(() => import(/* webpackChunkName: "more" */ './more-tab.tsx'));

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

function AdvancedSettings() {
  const [isOpened, setOpened] = useState(false);
  return (
    <Disclosure summary="Advanced" onOpen={() => setOpened(true)}>
      {isOpened && <AdvancedFields />}
    </Disclosure>
  );
}

const PANEL_ID = 'provider-panel';
const TABS = [...PROVIDER_IDS, 'more'] as const;
type Tab = (typeof TABS)[number];
const tabId = (tab: Tab): string => `provider-tab-${tab}`;

const MoreTab = morePart.component((part) => part.MoreTab);

/**
 * The three providers and the tab of all other endpoints, each marked with whether it has a key; between tabs and key stands the
 * model, which all share. A
 * tab list of our own: the library's is a quarter of the first load (docs/decisions/0005).
 */
function ProviderTabs({ model }: { model: ReactNode }) {
  const { settings } = useServices();
  const shown = useSettings((state) => state.shownProvider);
  const moreEndpoint = useSettings((state) => state.moreEndpoint);
  const front: Tab = isMore(shown) ? 'more' : shown;
  const endpointOf = (tab: Tab): EndpointId => (tab === 'more' ? moreEndpoint : tab);

  function onKeyDown(event: KeyboardEvent) {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: TABS.length - 1 };
    const next = TABS[ends[event.key] ?? placeByArrow(event.key, TABS.indexOf(front), TABS.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    settings.showProvider(endpointOf(next));
    document.getElementById(tabId(next))?.focus();
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
        {isMore(shown) ? (
          <MoreTab endpoint={shown} model={model} />
        ) : (
          <KeyField key={shown} provider={shown} {...CATALOG[shown]} />
        )}
      </div>
    </div>
  );
}

const MARKS = {
  unneeded: { Icon: Check, words: '(needs no key)' },
  absent: { Icon: X, words: '(no key)' },
  present: { Icon: Check, words: '(key present)' },
  /** Nothing is sent with it before its question is answered. */
  held: { Icon: CircleAlert, words: '(key held back)' },
  /** No plain check: the provider does not take this key. */
  refused: { Icon: CircleAlert, words: '(key present, refused)' },
} as const;

function KeyMark({ provider }: { provider: EndpointId }) {
  const mark = useSettings(({ keys, doubtfulKeys, keyChecks }) => {
    if (doubtfulKeys[provider] !== '') return 'held';
    if (keys[provider] === '') return isLocal(provider) ? 'unneeded' : 'absent';
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
