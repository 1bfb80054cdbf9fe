import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useNarrow } from './browser.ts';
import { useSteadyPress } from './button.tsx';
import disclosureStyles from './disclosure.module.css';
import { ChevronRight } from './icons.tsx';
import styles from './panel.module.css';

interface PanelProps {
  /** The region's accessible name. */
  readonly name: PanelName;
  /** The panel's heading; default: its name. */
  readonly title?: ReactNode;
  /** Id of the heading's element; another id makes another element, which screen readers read anew when it takes the focus. */
  readonly titleId?: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  /** How the panel folds on a phone; missing: it does not. */
  readonly fold?: Fold;
  /** What stands above the content, and stays in sight where the panel is folded. */
  readonly notices?: ReactNode;
  /** The row of commands at the panel's end. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

interface Fold {
  readonly title: string;
  /** What the folded panel tells in a few words. */
  readonly summary?: string;
  /** The row of commands folds, too. */
  readonly whole?: boolean;
  /** What the work needs next, or last, is in it. */
  readonly open: boolean;
}

/** One of the page's two columns: heading, body with the remaining height, row of commands. */
export function Panel({ name, title = name, titleId, aside, fold, notices, actions, children }: PanelProps) {
  const narrow = useNarrow();
  const body = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLButtonElement>(null);
  const [isOpen, toggle] = useFold(fold?.open ?? true, body, summary);
  const folds = narrow && fold !== undefined;
  // At the end of a run ways to save come in beside those that are there; a sum that counts as its field is left moves what stands above it.
  const press = useSteadyPress();
  return (
    <section
      id={panelId(name)}
      tabIndex={-1}
      aria-label={name}
      className={styles.panel}
      data-folds={folds || undefined}
      {...press}
    >
      <div className={styles.head}>
        <h2 key={titleId} id={titleId} tabIndex={titleId === undefined ? undefined : -1} className={styles.title}>
          {folds ? (
            <button
              ref={summary}
              type="button"
              className={styles.fold}
              aria-expanded={isOpen}
              aria-controls={`${panelId(name)}-body`}
              onClick={toggle}
            >
              <ChevronRight className={styles.foldIcon} />
              {fold.title}
              {!isOpen && <span className={styles.summary}>{fold.summary}</span>}
            </button>
          ) : (
            title
          )}
        </h2>
        {aside}
      </div>
      <div className={styles.body}>
        {/* In one place however the panel stands: a live region that comes with its text is not announced. */}
        {notices}
        <div ref={body} id={`${panelId(name)}-body`} className={styles.content} hidden={folds && !isOpen}>
          {children}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields */}
      <div
        id={panelActionsId(name)}
        tabIndex={-1}
        role="group"
        aria-label={`${name}: commands`}
        className={styles.actions}
        hidden={folds && fold.whole && !isOpen}
      >
        {actions}
      </div>
    </section>
  );
}

/**
 * Whether a section is open: as the work wants it, or as the person has left it since. A section is not closed over what somebody
 * is typing; from a button inside the focus goes to `summary`.
 */
function useFold(
  isWanted: boolean,
  body: RefObject<HTMLElement | null>,
  summary: RefObject<HTMLElement | null>,
): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(isWanted);
  useEffect(() => {
    const focused = document.activeElement;
    if (!isWanted && body.current?.contains(focused)) {
      if (!(focused instanceof HTMLButtonElement)) return;
      summary.current?.focus();
    }
    setOpen(isWanted);
  }, [isWanted, body, summary]);
  return [isOpen, () => setOpen(!isOpen)];
}

type PanelName = 'Original' | 'Translation';

/** Id of the panel's region, the target of the links at the page's start. */
export const panelId = (name: PanelName): string => name.toLowerCase();

/** Id of the panel's row of commands. */
export const panelActionsId = (name: PanelName): string => `${panelId(name)}-actions`;

/** Id of the box with the error of the whole work. */
export const ERRORS_ID = 'errors';

/** Id of the region of what is wrong with the open batch. */
export const BATCH_ERRORS_ID = 'batch-errors';

/** Ids of the region of lines, and of its row of commands. */
export const LINES_ID = 'lines';
export const LINES_ACTIONS_ID = 'lines-actions';

/** Id of the button that opens the file picker. */
export const UPLOAD_BUTTON_ID = 'upload-button';

/** Id of the region of the film. */
export const FILM_ID = 'film';

/** The key field of the tab in front. */
export const KEY_FIELD_ID = 'api-key';

/** The dropdown of models. */
export const MODEL_TRIGGER = 'model';

interface DisclosureProps {
  readonly summary: string;
  readonly children: ReactNode;
  /** There is room enough: all is shown, and nothing can be hidden. */
  readonly unfolded?: boolean;
  /** For what is drawn only when somebody asks for it. */
  readonly onOpen?: () => void;
}

/** Hides what few people need until they ask for it; then all of it comes into sight. */
export function Disclosure({ summary, children, unfolded = false, onOpen }: DisclosureProps) {
  return (
    <details
      className={disclosureStyles.disclosure}
      open={unfolded || undefined}
      data-unfolded={unfolded || undefined}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || unfolded) return;
        onOpen?.();
        currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={disclosureStyles.summary}>
        <ChevronRight className={disclosureStyles.icon} />
        {summary}
      </summary>
      <div className={disclosureStyles.content}>{children}</div>
    </details>
  );
}
