import { allOk } from '../../film/film.ts';
import { LINES_ACTIONS_ID, LINES_ID, panelActionsId, panelId } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID } from '../state/open-batch.tsx';
import { useServices } from '../state/services.tsx';
import { useLinesShown, useSession, useStarted } from '../state/use-film.ts';
import styles from './skip-links.module.css';

/** Links to the page's parts, shown when Tab reaches them; first the translation, where the next step and most controls are. */
export function SkipLinks() {
  const started = useStarted();
  const inLines = useLinesShown();
  const { prices } = useServices();
  const isPriced = useSession((state) => state.sourceText !== '' && state.shownBatch === null && !allOk(state));
  const hasPrice = prices !== undefined && isPriced;
  return (
    <nav aria-label="Skip">
      {inLines ? (
        <>
          <SkipLink to={LINES_ID}>To the lines</SkipLink>
          <SkipLink to={LINES_ACTIONS_ID}>To the lines’ commands</SkipLink>
        </>
      ) : (
        <>
          <SkipLink to={panelId('Translation')}>To the translation</SkipLink>
          <SkipLink to={panelActionsId('Translation')}>To the translation’s commands</SkipLink>
          <SkipLink to="settings-heading">To the settings</SkipLink>
          {hasPrice && <SkipLink to="price-heading">To the price</SkipLink>}
          <SkipLink to={panelId('Original')}>To the original</SkipLink>
        </>
      )}
      {started && <SkipLink to={BATCHES_HEADING_ID}>To the batches</SkipLink>}
    </nav>
  );
}

/** `to` is the id of the element that gets the focus. */
function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className={styles.link}
      onClick={(event) => {
        // The address must not change: the page has no routes.
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {children}
    </a>
  );
}
