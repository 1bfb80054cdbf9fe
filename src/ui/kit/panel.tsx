import type { ReactNode } from 'react';
import styles from './panel.module.css';
import { type PanelName, panelActionsId, panelId } from './panel-ids.ts';

export interface PanelProps {
  /** Name of the region. */
  readonly name: PanelName;
  /** What stands at its head; the name where it is missing. */
  readonly title?: ReactNode;
  /** Of the title; another id is another heading, so that it is read anew when it takes the focus. */
  readonly titleId?: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** The row of commands at its end. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** One of the two columns of work: a head, a body that takes the room there is, and a row of commands. */
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
