import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
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
    return { default: loaded };
  });
  const Lazy = lazy<ComponentType<Props>>(() =>
    (after === undefined ? load() : after.then(load)).catch((error: unknown) => ({
      default: StandIn ?? (() => <ErrorMessage error={error} />),
    })),
  );

  function Part(props: Props) {
    // `lazy` is not used once the code is loaded: after a click React could leave the place empty for up to 300 ms.
    const [Component] = useState(() => loaded ?? (Lazy as ComponentType<Props>));
    return (
      <Suspense fallback={StandIn && <StandIn />}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { load });
}
