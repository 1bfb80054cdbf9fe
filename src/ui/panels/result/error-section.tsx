import { later } from '../../kit/later.tsx';
import { useSession } from '../../state/use-session.ts';

export const Errors = later(async () => (await import(/* webpackChunkName: "second-load" */ './errors.tsx')).Errors);

/** Shown only with an error. */
export function ErrorSection() {
  const hasError = useSession((state) => state.error !== '');
  return hasError && <Errors />;
}
