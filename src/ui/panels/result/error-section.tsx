import type { ReactNode } from 'react';
import { later } from '../../kit/later.tsx';
import { useSession } from '../../state/use-session.ts';

export const Errors = later(async () => (await import(/* webpackChunkName: "second-load" */ './errors.tsx')).Errors);

/** Shown only with an error. `children`: what the page can do about it. */
export function ErrorSection({ children }: { children?: ReactNode }) {
  const hasError = useSession((state) => state.error !== '');
  return hasError && <Errors>{children}</Errors>;
}
