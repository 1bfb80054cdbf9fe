import { type ReactNode, useDeferredValue } from 'react';
import { allOk } from '../../../session/session-selectors.ts';
import { later, Nothing } from '../../kit/later.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useSession } from '../../state/use-session.ts';
import { useStarted } from '../../state/use-started.ts';
import { ErrorSection } from './error-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ResultActions } from './result-actions.tsx';

export const TranslatedSection = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './translated-section.tsx')).TranslatedSection,
);

export const NewestLines = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './newest-lines.tsx')).NewestLines,
  { StandIn: Nothing },
);

export interface ResultPanelProps {
  /** Above the prompt. */
  readonly languages: ReactNode;
  /** Below the prompt. */
  readonly settings: ReactNode;
  /** Beside the hint. */
  readonly review: ReactNode;
}

/** The right panel while no batch is open: what is asked for, then what came. */
export function ResultPanel({ languages, settings, review }: ResultPanelProps) {
  const started = useStarted();
  const done = useDeferredValue(useSession(allOk));
  return (
    <Panel name="Translation" actions={<ResultActions review={review} />}>
      {done ? (
        <TranslatedSection />
      ) : (
        <>
          <PromptSection languages={languages} />
          {settings}
          {started && <NewestLines />}
        </>
      )}
      <ErrorSection />
    </Panel>
  );
}
