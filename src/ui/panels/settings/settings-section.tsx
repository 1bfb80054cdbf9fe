import { useState } from 'react';
import { Disclosure } from '../../kit/disclosure.tsx';
import { later } from '../../kit/lazy-part.tsx';
import { ModelField } from './model-field.tsx';
import { ProviderTabs } from './provider-tabs.tsx';
import styles from './settings-section.module.css';

export const AdvancedFields = later(
  async () => (await import(/* webpackChunkName: "more" */ './advanced-fields.tsx')).AdvancedFields,
);

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
