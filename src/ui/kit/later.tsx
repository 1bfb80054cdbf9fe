import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { ErrorMessage } from './error-boundary.tsx';

/** A component whose code is loaded on demand; `load` loads it ahead of the first drawing. */
export type Later<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

/** A component in its own chunk, loaded when first drawn; empty until then, an error message if the chunk cannot be loaded. */
export function later<Props extends object>(importPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = loadOnce(async () => {
    loaded = await importPart();
    return { default: loaded };
  });
  const Lazy = lazy(() => load().catch((error: unknown) => ({ default: () => <ErrorMessage error={error} /> })));

  function Part(props: Props) {
    // `lazy` is not used once the code is loaded: after a click React could leave the place empty for up to 300 ms.
    const [Component] = useState(() => loaded ?? (Lazy as ComponentType<Props>));
    return (
      <Suspense>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { load });
}
