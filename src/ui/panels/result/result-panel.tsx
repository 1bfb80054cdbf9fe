import { type ReactNode, useDeferredValue } from 'react';
import { hasBatches } from '../../../engine/run-selectors.ts';
import { allOk } from '../../../session/session-selectors.ts';
import { later } from '../../kit/later.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useNarrow } from '../../kit/use-media.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { ErrorSection } from './error-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ResultActions } from './result-actions.tsx';

export const TranslatedSection = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './translated-section.tsx')).TranslatedSection,
);

/** The right panel while no batch is open: prompt, then result. `settings`: shown with the prompt; `review`: shown beside the hint. */
export function ResultPanel({ settings, review }: { settings: ReactNode; review: ReactNode }) {
  const done = useDeferredValue(useSession(allOk));
  const isWanted = useSession((state) => state.sourceText !== '' && !hasBatches(state));
  const model = useSettings((state) => state.model.id);
  const narrow = useNarrow();
  const fold = done
    ? { title: 'Translation', open: true }
    : { title: 'Languages and model', summary: model, open: isWanted };
  return (
    <Panel name="Translation" fold={fold} actions={<ResultActions review={review} />}>
      {done ? (
        <TranslatedSection />
      ) : (
        <>
          <PromptSection />
          {settings}
        </>
      )}
      {/* On a phone the errors stand above all panels. */}
      {!narrow && <ErrorSection />}
    </Panel>
  );
}
