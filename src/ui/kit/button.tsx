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

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the recommended next step; bordered: other commands; quiet: commands that discard something; plain: small commands inside text or a row. */
  readonly variant?: 'primary' | 'bordered' | 'quiet' | 'plain';
  /** Whether the button moves into the bar at the bottom of a small window. The bar is behind dialogs. Default: the primary button moves. */
  readonly inBar?: boolean;
  readonly icon?: ReactNode;
  /** Ignores the second click of a double click, even if the first click was elsewhere and moved this button under the pointer. */
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

export const PlainButton = (props: Omit<ButtonProps, 'variant'>) => <Button variant="plain" {...props} />;

/** The bar at the bottom of a small window; null in a window that needs no bar. */
export const ActionBarContext = createContext<HTMLElement | null>(null);

/** Draws its children in the bar if there is one and `when` is true. */
export function InActionBar({ when, children }: { when: boolean; children: ReactNode }): ReactNode | ReactPortal {
  const bar = use(ActionBarContext);
  return bar && when ? createPortal(children, bar) : children;
}

interface AnnouncedProps {
  readonly name: string;
  /** Announced again when the element is another one, even if the words are the same. */
  readonly words: ReactNode;
  readonly className?: string | undefined;
}

/** A live region. It stays in the page while empty, because a live region that appears together with its text is not announced. */
export function Announced({ name, words, className }: AnnouncedProps) {
  return (
    <span role="status" aria-label={name} className={(words && className) || visuallyHiddenStyles.hidden}>
      {words}
    </span>
  );
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHiddenStyles.hidden}>{children}</span>;
}

/** If the pointer moves further than this (CSS px) during a press, the person has changed their mind. */
const STRAY_PX = 4;

/**
 * Handlers for a container whose buttons can move. A press counts for the button on which it began, even if that button has moved away from
 * under the pointer. Browsers would send the click to the common ancestor, where it is lost.
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
      // Keeps the modifier keys: Ctrl and Shift select.
      press.button.dispatchEvent(new MouseEvent('click', event.nativeEvent));
    },
  };
}
