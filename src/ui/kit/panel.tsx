import type { ReactNode } from 'react';
import styles from './panel.module.css';
import { type PanelName, panelActionsId, panelId } from './panel-ids.ts';

export interface PanelProps {
  /** The region's accessible name. */
  readonly name: PanelName;
  /** The panel's heading; default: its name. */
  readonly title?: ReactNode;
  /** Id of the heading's element; another id makes another element, which screen readers read anew when it takes the focus. */
  readonly titleId?: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  /** The row of commands at the panel's end. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** One of the page's two columns: heading, body with the remaining height, row of commands. */
export function Panel({ name, title = name, titleId, aside, actions, children }: PanelProps) {
  return (
    <section id={panelId(name)} tabIndex={-1} aria-label={name} className={styles.panel}>
      <div className={styles.head}>
        <h2 key={titleId} id={titleId} tabIndex={titleId === undefined ? undefined : -1} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={styles.body}>{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields */}
      <div
        id={panelActionsId(name)}
        tabIndex={-1}
        role="group"
        aria-label={`${name}: commands`}
        className={styles.actions}
      >
        {actions}
      </div>
    </section>
  );
}
