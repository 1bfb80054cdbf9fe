import type { ComponentProps, ReactNode } from 'react';
import { InActionBar } from './action-bar.ts';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one next step; bordered: other commands; quiet: those that throw something away; plain: small commands inside a text or a row. */
  readonly variant?: 'primary' | 'bordered' | 'quiet' | 'plain';
  /** In a small window the button stands in the bar at the bottom, which is behind dialogs. Default: the one next step does. */
  readonly inBar?: boolean;
  readonly icon?: ReactNode;
}

export function Button({
  variant = 'bordered',
  inBar = variant === 'primary',
  icon,
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <InActionBar when={inBar}>
      <button type="button" {...props} data-variant={variant} className={`${styles.button} ${className ?? ''}`}>
        {icon}
        {children}
      </button>
    </InActionBar>
  );
}
