import { AdvancedSettings } from './advanced-settings.tsx';
import { ModelField } from './model-field.tsx';
import { ProviderTabs } from './provider-tabs.tsx';
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
