import {
  type ComponentProps,
  createContext,
  type PointerEvent,
  type MouseEvent as PressEvent,
  type ReactNode,
  type ReactPortal,
  use,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './button.module.css';
import visuallyHiddenStyles from './visually-hidden.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one next step; bordered: other commands; quiet: those that throw something away; plain: small commands inside a text or a row. */
  readonly variant?: 'primary' | 'bordered' | 'quiet' | 'plain';
  /** In a small window the button stands in the bar at the bottom, which is behind dialogs. Default: the one next step does. */
  readonly inBar?: boolean;
  readonly icon?: ReactNode;
  /** A double click is one press: its second half does nothing here, also where the first, elsewhere, has put the button under the pointer. */
  readonly once?: boolean;
}

export function Button({
  variant = 'bordered',
  inBar = variant === 'primary',
  icon,
  once = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const press = (event: PressEvent<HTMLButtonElement>) =>
    event.detail > 1 ? event.preventDefault() : onClick?.(event);
  return (
    <InActionBar when={inBar}>
      <button
        type="button"
        {...props}
        onClick={once ? press : onClick}
        data-variant={variant}
        className={`${styles.button} ${className ?? ''}`}
      >
        {icon}
        {children}
      </button>
    </InActionBar>
  );
}

/** A small command inside a text or a row. */
export const PlainButton = (props: Omit<ButtonProps, 'variant'>) => <Button variant="plain" {...props} />;

/** The element of the bar at the bottom of a small window; null: the window is large enough without. */
export const ActionBarContext = createContext<HTMLElement | null>(null);

/** Its children, in the bar if there is one and `when` holds. */
export function InActionBar({ when, children }: { when: boolean; children: ReactNode }): ReactNode | ReactPortal {
  const bar = use(ActionBarContext);
  return bar && when ? createPortal(children, bar) : children;
}

interface AnnouncedProps {
  readonly name: string;
  /** A new element is told even where its words are those of before. */
  readonly words: ReactNode;
  /** Of the words where they are seen, too. */
  readonly className?: string | undefined;
}

/** What is told to assistive technology, once each time that it changes; it stays in the page, since what comes with its words is not told. */
export function Announced({ name, words, className }: AnnouncedProps) {
  return (
    <span role="status" aria-label={name} className={(words && className) || visuallyHiddenStyles.hidden}>
      {words}
    </span>
  );
}

/** Text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHiddenStyles.hidden}>{children}</span>;
}

/** How far a pointer may stray while it presses, in CSS px; further, and the person has drawn back from the button. */
const STRAY_PX = 4;

/**
 * Handlers for what holds buttons that move: a press ends on the button on which it began, though it was moved from under the pointer
 * meanwhile. The browser gives such a click to what both places have in common, so that it would be lost.
 */
export function useSteadyPress() {
  const began = useRef<{ readonly button: Element; readonly x: number; readonly y: number } | null>(null);
  return {
    onPointerDownCapture({ target, clientX, clientY }: PointerEvent) {
      const button = target instanceof Element ? target.closest('button') : null;
      began.current = button && { button, x: clientX, y: clientY };
    },
    onClickCapture(event: PressEvent) {
      const press = began.current;
      began.current = null;
      if (!press || press.button.contains(event.target as Node)) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STRAY_PX) return;
      event.stopPropagation();
      // With the keys that were held: Ctrl and Shift select.
      press.button.dispatchEvent(new MouseEvent('click', event.nativeEvent));
    },
  };
}
