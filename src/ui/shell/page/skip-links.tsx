import { panelActionsId, panelId } from '../../kit/panel-ids.ts';
import { BATCHES_HEADING_ID } from '../../state/batch-ids.ts';
import { useStarted } from '../../state/use-started.ts';
import styles from './skip-links.module.css';

/**
 * Shown to those who come by Tab: every part of the page is a few steps away. The translation stands first, since the next step
 * is there most of the time and its panel has the most controls.
 */
export function SkipLinks() {
  const started = useStarted();
  return (
    <nav aria-label="Skip">
      <SkipLink to={panelId('Translation')}>To the translation</SkipLink>
      <SkipLink to={panelActionsId('Translation')}>To the translation’s commands</SkipLink>
      <SkipLink to="settings-heading">To the settings</SkipLink>
      <SkipLink to={panelId('Original')}>To the original</SkipLink>
      {started && <SkipLink to={BATCHES_HEADING_ID}>To the batches</SkipLink>}
    </nav>
  );
}

/** `to` is the id of what takes the focus. */
function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className={styles.link}
      onClick={(event) => {
        // The page has no routes: its address stays as it is.
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {children}
    </a>
  );
}
