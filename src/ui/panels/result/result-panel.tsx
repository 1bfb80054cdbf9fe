import { type ReactNode, useDeferredValue } from 'react';
import { allOk } from '../../../session/session-selectors.ts';
import { later } from '../../kit/later.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useSession } from '../../state/use-session.ts';
import { ErrorSection } from './error-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ResultActions } from './result-actions.tsx';

export const TranslatedSection = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './translated-section.tsx')).TranslatedSection,
);

/**
 * The right panel while no batch is open: what is asked for, then what came. `settings`: shown with the prompt; `review`: beside the hint;
 * `repairs`: below an error; `saving`: beside the options of the file.
 */
export function ResultPanel({
  settings,
  review,
  repairs,
  saving,
}: Readonly<Record<'settings' | 'review' | 'repairs' | 'saving', ReactNode>>) {
  const done = useDeferredValue(useSession(allOk));
  return (
    <Panel name="Translation" actions={<ResultActions review={review} saving={saving} />}>
      {done ? (
        <TranslatedSection />
      ) : (
        <>
          <PromptSection />
          {settings}
        </>
      )}
      <ErrorSection>{repairs}</ErrorSection>
    </Panel>
  );
}
