import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { touched } from './first-sign.ts';
import { ErrorMessage } from './notice/error-boundary.tsx';

/** A component whose code is loaded on demand; `load` loads it ahead of the first drawing. */
export type Later<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

interface LaterOptions {
  /** Holds the part's place until its code is there, and where it cannot be loaded: a part that the page can do without. */
  readonly StandIn?: () => ReactNode;
  /** The code of a part that is drawn is loaded once somebody has touched the page. */
  readonly whenTouched?: true;
}

/** A stand-in for what nobody misses. */
export const Nothing = () => null;

/** Of each part on the page that waits for its code: loads the code, or asks for it anew. */
const waiting = new Set<() => void>();

/** One cause keeps several parts away, and one message stands for all of them. */
function loadAllAgain(): void {
  for (const loadAgain of waiting) loadAgain();
}

/** A component in its own chunk, loaded when first drawn; until then, and if the chunk cannot be loaded, its stand-in: else nothing, or an error message. */
export function later<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  { StandIn, whenTouched }: LaterOptions = {},
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = loadOnce(async () => {
    loaded = await importPart();
  });

  function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [message, setMessage] = useState<ReactNode>(null);
    const isThere = Component !== undefined;
    // Not by `lazy` and Suspense: what they draw comes last, and on a slow machine the steps of a run would keep it away until the run's end.
    useEffect(() => {
      if (isThere) return undefined;
      const show = (draw: () => void) => waiting.has(loadAgain) && startTransition(draw);
      function loadAgain(): void {
        setMessage(null);
        (whenTouched ? touched.then(load) : load()).then(
          () => show(() => setComponent(() => loaded)),
          (error: unknown) => show(() => setMessage(<ErrorMessage error={error} onTryAgain={loadAllAgain} />)),
        );
      }
      waiting.add(loadAgain);
      loadAgain();
      return () => void waiting.delete(loadAgain);
    }, [isThere]);
    if (Component) return <Component {...props} />;
    return StandIn ? <StandIn /> : message;
  }
  return Object.assign(Part, { load });
}
