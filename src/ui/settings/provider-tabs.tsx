import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { PROVIDER_IDS, type ProviderId } from '../../providers/provider.ts';
import { useServices } from '../shared/services.tsx';
import { useSettings } from '../shared/use-settings.ts';
import { VisuallyHidden } from '../shared/visually-hidden.tsx';
import { KeyField } from './key-field.tsx';
import styles from './provider-tabs.module.css';

/** The three providers, each marked with whether it has a key; between tabs and key stands the model, which all share. */
export function ProviderTabs({ model }: { model: ReactNode }) {
  const { settings } = useServices();
  const shown = useSettings((state) => state.shownProvider);
  return (
    <Tabs
      className={styles.tabs ?? ''}
      selectedKey={shown}
      onSelectionChange={(provider) => settings.showProvider(provider as ProviderId)}
    >
      <TabList aria-label="Provider" className={styles.tabList ?? ''}>
        {PROVIDER_IDS.map((provider) => (
          <Tab key={provider} id={provider} className={styles.tab ?? ''}>
            {provider} <KeyMark provider={provider} />
          </Tab>
        ))}
      </TabList>
      {model}
      {PROVIDER_IDS.map((provider) => (
        <TabPanel key={provider} id={provider} className={styles.tabPanel ?? ''}>
          <KeyField provider={provider} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function KeyMark({ provider }: { provider: ProviderId }) {
  const present = useSettings((state) => state.keys[provider] !== '');
  return (
    <span className={styles.keyMark} data-present={present}>
      {present ? <Check aria-hidden className={styles.keyIcon} /> : <X aria-hidden className={styles.keyIcon} />}
      <VisuallyHidden>{present ? '(key present)' : '(no key)'}</VisuallyHidden>
    </span>
  );
}
