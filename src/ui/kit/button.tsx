import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one next step; bordered: other commands; plain: small commands inside a text or a row. */
  readonly look?: 'primary' | 'bordered' | 'plain';
  readonly icon?: ReactNode;
}

export function Button({ look = 'bordered', icon, className, children, ...props }: ButtonProps) {
  return (
    <button type="button" {...props} data-look={look} className={`${styles.button} ${className ?? ''}`}>
      {icon}
      {children}
    </button>
  );
}
