import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listen, useNarrow } from './browser.ts';
import { PlainButton, useSteadyPress } from './button.tsx';
import disclosureStyles from './disclosure.module.css';
import { ChevronRight, X } from './icons.tsx';
import { useTouched } from './lazy-part.tsx';
import menuStyles from './menu.module.css';
import noticeBarStyles from './notice-bar.module.css';
import styles from './panel.module.css';

interface PanelProps {
  readonly name: PanelName;
  /** Default: the name. */
  readonly title?: ReactNode;
  /** Id of the heading. A new id makes a new element, which screen readers read again when it gets the focus. */
  readonly titleId?: string;
  readonly aside?: ReactNode;
  /** How the panel folds on a phone; missing: it does not fold. */
  readonly fold?: Fold;
  /** Above the content, visible even when the panel is folded. */
  readonly notices?: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

interface Fold {
  readonly title: string;
  /** Shown while folded. */
  readonly summary?: string;
  /** Folds the row of commands, too. */
  readonly whole?: boolean;
  /** Whether the next or the latest step of the work is in this panel. */
  readonly open: boolean;
}

/** One of the page's two columns. The body takes the remaining height. */
export function Panel({ name, title = name, titleId, aside, fold, notices, actions, children }: PanelProps) {
  const narrow = useNarrow();
  const body = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLButtonElement>(null);
  const [isOpen, toggle] = useFold(fold?.open ?? true, body, summary);
  const folds = narrow && fold !== undefined;
  // Buttons move under the pointer when a run ends and more ways to save appear, or when a field loses the focus and an amount above changes.
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
        {/* Always in the same place, because a live region that appears together with its text is not announced. */}
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
 * Whether a section is open: as the work needs it, unless the person has toggled it since. It does not close while somebody types in it. If
 * the focus is on a button inside, `summary` gets the focus.
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

/** The target of the links at the page's start. */
export const panelId = (name: PanelName): string => name.toLowerCase();

export const panelActionsId = (name: PanelName): string => `${panelId(name)}-actions`;

export const ERRORS_ID = 'errors';
export const BATCH_ERRORS_ID = 'batch-errors';
export const LINES_ID = 'lines';
export const LINES_ACTIONS_ID = 'lines-actions';
export const UPLOAD_BUTTON_ID = 'upload-button';
export const FILM_ID = 'film';
export const KEY_FIELD_ID = 'api-key';
export const MODEL_TRIGGER = 'model';

interface DisclosureProps {
  readonly summary: string;
  readonly children: ReactNode;
  /** There is enough room: the section is always open. */
  readonly unfolded?: boolean;
  /** The content takes long to draw, so it is drawn when somebody opens it first. */
  readonly onDemand?: boolean;
}

/** Hides what few people need. Scrolls into view when it opens. */
export function Disclosure({ summary, children, unfolded = false, onDemand = false }: DisclosureProps) {
  const [isDrawn, setDrawn] = useState(!onDemand);
  return (
    <details
      className={disclosureStyles.disclosure}
      open={unfolded || undefined}
      data-unfolded={unfolded || undefined}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || unfolded) return;
        flushSync(() => setDrawn(true));
        currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={disclosureStyles.summary}>
        <ChevronRight className={disclosureStyles.icon} />
        {summary}
      </summary>
      <div className={disclosureStyles.content}>{isDrawn && children}</div>
    </details>
  );
}

interface MenuProps {
  readonly name: string;
  /** Default: the name. */
  readonly label?: ReactNode;
  /** Drawn once somebody has touched the page. */
  readonly children: ReactNode;
}

/** A menu of commands. It scrolls into view when it opens, and closes on Escape, on an outside click, and after a command without the attribute data-stays. */
export function Menu({ name, label, children }: MenuProps) {
  const touched = useTouched();
  const [opened, setOpened] = useState<HTMLDetailsElement | null>(null);
  useEffect(() => {
    if (!opened) return;
    const hear = (event: Event) => {
      if (event instanceof KeyboardEvent) event.key === 'Escape' && closeMenu(opened);
      else if (!opened.contains(event.target as Node)) opened.open = false;
    };
    return listen(window, { pointerdown: hear, focusin: hear, keydown: hear });
  }, [opened]);

  return (
    <details
      className={menuStyles.menu}
      onToggle={({ currentTarget: menu }) => {
        setOpened(menu.open ? menu : null);
        if (menu.open) menu.lastElementChild?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={menuStyles.summary} aria-label={name}>
        {/* Without this, screen readers would read the sign as a description. */}
        {label ? <span aria-hidden>{label}</span> : name}
      </summary>
      {touched && (
        <div
          className={menuStyles.items}
          onClickCapture={({ target }) => {
            const command = (target as Element).closest('button');
            if (opened && command && !('stays' in command.dataset)) closeMenu(opened);
          }}
        >
          {children}
        </div>
      )}
    </details>
  );
}

function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  // The pressed command is hidden now, so a dialog that it opened gives the focus back to the menu button.
  menu.querySelector('summary')?.focus();
}

interface NoticeBarProps {
  readonly children: ReactNode;
  /** The notice asks for no action. */
  readonly quiet?: boolean;
  /** Missing: the notice stays as long as its reason. */
  readonly onDismiss?: () => void;
}

/** A notice that is not an error. Put it into a live region if it appears by itself. */
export function NoticeBar({ children, quiet = false, onDismiss }: NoticeBarProps) {
  return (
    <div className={noticeBarStyles.notice} data-quiet={quiet || undefined}>
      <div className={noticeBarStyles.content}>{children}</div>
      {onDismiss && (
        <PlainButton once className={noticeBarStyles.dismiss} aria-label="Dismiss" icon={<X />} onClick={onDismiss} />
      )}
    </div>
  );
}
