import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { ErrorMessage } from './notice/error-boundary.tsx';

/** A component whose code is loaded on demand; `load` loads it ahead of the first drawing. */
export type Later<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

interface LaterOptions {
  /** Holds the part's place until its code is there, and where it cannot be loaded: a part that the page can do without. */
  readonly StandIn?: () => ReactNode;
  /** The code of a part that is drawn is loaded once this has resolved, be it before the first drawing. */
  readonly after?: Promise<void>;
}

/** A stand-in for what nobody misses. */
export const Nothing = () => null;

/** A component in its own chunk, loaded when first drawn; until then, and if the chunk cannot be loaded, its stand-in: else nothing, or an error message. */
export function later<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  { StandIn, after }: LaterOptions = {},
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = loadOnce(async () => {
    loaded = await importPart();
  });
  const inItsPlace = (error: unknown): ComponentType<Props> => StandIn ?? (() => <ErrorMessage error={error} />);

  function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const isThere = Component !== undefined;
    // Not by `lazy` and Suspense: what they draw comes last, and on a slow machine the steps of a run would keep it away until the run's end.
    useEffect(() => {
      if (isThere) return undefined;
      let isGone = false;
      const show = (shown: ComponentType<Props> | undefined) => {
        if (!isGone) startTransition(() => setComponent(() => shown));
      };
      (after === undefined ? load() : after.then(load)).then(
        () => show(loaded),
        (error: unknown) => show(inItsPlace(error)),
      );
      return () => {
        isGone = true;
      };
    }, [isThere]);
    if (Component) return <Component {...props} />;
    return StandIn ? <StandIn /> : null;
  }
  return Object.assign(Part, { load });
}
