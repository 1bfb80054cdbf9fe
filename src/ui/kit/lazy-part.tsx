import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { loadOnce } from '../../lib/memo.ts';
import { ErrorMessage } from './messages.tsx';

/** The first events when a person, or a tool that acts as one, uses a page. */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'keydown',
  'focusin',
  'input',
  'dragenter',
  'drop',
] as const;

/** Resolves when somebody touches the page for the first time: then code is loaded that seeing the page does not need. */
export function firstTouch(page: Pick<Window, 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    // What waits for it starts in a task after that of the event.
    const onSign = () => setTimeout(resolve);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true, once: true });
  });
}

/** Resolves when somebody touches this page for the first time. */
export const touched = firstTouch(window);

/** Whether somebody has touched the page: what seeing it does not need is drawn from then on. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => void touched.then(() => setTouched(true)), []);
  return isTouched;
}

interface LazyOptions {
  /** Holds the part's place until its code is there, and where it cannot be loaded: a part that the page can do without. */
  readonly Fallback?: () => ReactNode;
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

/** A part of the page's code in a chunk of its own: components, and functions. */
export interface LazyPart<Code> {
  /** Loads it once; rejects where it cannot be loaded, and the next call tries again. */
  readonly load: () => Promise<Code>;
  /**
   * A component of it. The part is loaded when that is first drawn; until then, and where it cannot be loaded, its stand-in is drawn: else
   * nothing, or an error message with "Try again".
   */
  readonly component: <Props extends object>(
    pick: (code: Code) => ComponentType<Props>,
    options?: LazyOptions,
  ) => ComponentType<Props>;
}

export function lazyPart<Code>(importCode: () => Promise<Code>): LazyPart<Code> {
  let loaded: Code | undefined;
  const load = loadOnce(async () => {
    loaded = await importCode();
    return loaded;
  });
  return { load, component: (pick, options) => lazyComponent(() => loaded && pick(loaded), load, options) };
}

function lazyComponent<Props extends object>(
  loaded: () => ComponentType<Props> | undefined,
  load: () => Promise<unknown>,
  { Fallback, whenTouched }: LazyOptions = {},
): ComponentType<Props> {
  return function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded());
    const [message, setMessage] = useState<ReactNode>(null);
    const isThere = Component !== undefined;
    // Not by `lazy` and Suspense: what they draw comes last, and on a slow machine the steps of a run would keep it away until the run's end.
    useEffect(() => {
      if (isThere) return undefined;
      function loadAgain(): void {
        setMessage(null);
        (whenTouched ? touched.then(load) : load()).then(
          () => startTransition(() => setComponent(() => loaded())),
          (error: unknown) =>
            startTransition(() => setMessage(<ErrorMessage error={error} onTryAgain={loadAllAgain} />)),
        );
      }
      waiting.add(loadAgain);
      loadAgain();
      return () => void waiting.delete(loadAgain);
    }, [isThere]);
    if (Component) return <Component {...props} />;
    return Fallback ? <Fallback /> : message;
  };
}
