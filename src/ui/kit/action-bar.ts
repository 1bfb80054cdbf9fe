import { createContext, type ReactNode, type ReactPortal, use } from 'react';
import { createPortal } from 'react-dom';

/** The element of the bar at the bottom of a small window; null: the window is large enough without. */
export const ActionBarContext = createContext<HTMLElement | null>(null);

/** Its children, in the bar if there is one and `when` holds. */
export function InActionBar({ when, children }: { when: boolean; children: ReactNode }): ReactNode | ReactPortal {
  const bar = use(ActionBarContext);
  return bar && when ? createPortal(children, bar) : children;
}
