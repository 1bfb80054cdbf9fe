import { useDeferredValue } from 'react';
import { allOk } from '../../session/session-selectors.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { Panel } from '../shared/panel.tsx';
import { useSession } from '../shared/use-session.ts';
import { ErrorSection } from './error-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ResultActions } from './result-actions.tsx';
import styles from './result-panel.module.css';
import { TranslatedSection } from './translated-section.tsx';

/** The right panel while no batch is open: what is asked for, then what came. */
export function ResultPanel() {
  // In a task of its own: the result of a long film comes with an editor to be made.
  const done = useDeferredValue(useSession(allOk));
  return (
    <Panel name="Translation" actions={<ResultActions />}>
      <div className={styles.content}>
        {done ? (
          <TranslatedSection />
        ) : (
          <>
            <PromptSection />
            <SettingsSection />
          </>
        )}
        <ErrorSection />
      </div>
    </Panel>
  );
}
