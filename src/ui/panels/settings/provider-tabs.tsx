import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent, ReactNode } from 'react';
import { PROVIDER_IDS, type ProviderId } from '../../../providers/provider.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import { KeyField } from './key-field.tsx';
import styles from './provider-tabs.module.css';

const PANEL_ID = 'provider-panel';
const tabId = (provider: ProviderId): string => `provider-tab-${provider}`;

/** Where the keys of a tab list lead from the tab at `place` of `count` (WAI-ARIA, tabs pattern). */
const TAB_KEYS: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The three providers, each marked with whether it has a key; between tabs and key stands the model, which all share. A
 * tab list of our own: the library's is a quarter of the first load (docs/decisions/0005).
 */
export function ProviderTabs({ model }: { model: ReactNode }) {
  const { settings } = useServices();
  const shown = useSettings((state) => state.shownProvider);

  function onKeyDown(event: KeyboardEvent) {
    const place = TAB_KEYS[event.key]?.(PROVIDER_IDS.indexOf(shown), PROVIDER_IDS.length);
    const next = place === undefined ? undefined : PROVIDER_IDS[place];
    if (next === undefined) return;
    event.preventDefault();
    settings.showProvider(next);
    document.getElementById(tabId(next))?.focus();
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label="Provider" className={styles.tabList} onKeyDown={onKeyDown}>
        {PROVIDER_IDS.map((provider) => (
          <button
            key={provider}
            type="button"
            role="tab"
            id={tabId(provider)}
            className={styles.tab}
            aria-selected={provider === shown}
            aria-controls={PANEL_ID}
            tabIndex={provider === shown ? 0 : -1}
            onClick={() => settings.showProvider(provider)}
          >
            {provider} <KeyMark provider={provider} />
          </button>
        ))}
      </div>
      {model}
      <div role="tabpanel" id={PANEL_ID} aria-labelledby={tabId(shown)}>
        <KeyField key={shown} provider={shown} />
      </div>
    </div>
  );
}

const MARKS = {
  absent: { Icon: X, words: '(no key)' },
  present: { Icon: Check, words: '(key present)' },
  /** Nothing is sent with it before its question is answered. */
  held: { Icon: CircleAlert, words: '(key held back)' },
  /** No plain check: the provider does not take this key. */
  refused: { Icon: CircleAlert, words: '(key present, refused)' },
} as const;

function KeyMark({ provider }: { provider: ProviderId }) {
  const mark = useSettings(({ keys, heldKeys, keyChecks }) => {
    if (heldKeys[provider] !== '') return 'held';
    if (keys[provider] === '') return 'absent';
    return keyChecks[provider].outcome === 'invalid' ? 'refused' : 'present';
  });
  const { Icon, words } = MARKS[mark];
  return (
    <span className={styles.keyMark} data-mark={mark}>
      <Icon aria-hidden className={styles.keyIcon} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
