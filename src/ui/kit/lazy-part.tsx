import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { loadOnce, once } from '../../lib/memo.ts';
import { errorText, isChunkError } from '../../lib/result.ts';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

/** The first events that a page gets from a person, or from a tool that acts as one. */
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

/** Resolves on the first touch of the page, when code that the first view does not need may load. */
export function firstTouch(page: Pick<Window, 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    // In a later task, so that the event itself is not delayed.
    const onSign = () => setTimeout(resolve);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true, once: true });
  });
}

/** Listens from the first call on. The page calls it at its start. */
export const touched = once(() => firstTouch(window));

export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => void touched().then(() => setTouched(true)), []);
  return isTouched;
}

interface LazyOptions {
  /** Drawn until the code is loaded. `message`: the code cannot be loaded; a fallback that the page can do without ignores it. */
  readonly Fallback?: (props: { readonly message: ReactNode }) => ReactNode;
  /** Waits for the first touch before it loads the part's code, unless something else loads it. */
  readonly whenTouched?: true;
}

export const Nothing = () => null;

/** One function for each part that waits. It loads the code, or tries again. */
const waiting = new Set<() => void>();

let timesAskedAgain = 0;

/** One cause blocks all parts, so "Try again" of one part reloads all of them, and so does the return of the network. */
export function loadAllAgain(): void {
  timesAskedAgain++;
  for (const loadAgain of [...waiting]) loadAgain();
}

/** Code in a chunk of its own: components and functions. */
interface LazyPart<Code> {
  /** Loads the code once. Rejects if it cannot be loaded; the next call tries again. */
  readonly load: () => Promise<Code>;
  /** Like `load`, but if the code cannot be loaded, it waits until a person tries again or the network is back. The page says so where it draws the part. */
  readonly loadPatiently: () => Promise<Code>;
  /**
   * One of the part's components. Its first drawing loads the part. Until then, and if loading fails, it draws its fallback; by default nothing, or an error
   * with "Try again".
   */
  readonly component: <Props extends object>(
    pick: (code: Code) => ComponentType<Props>,
    options?: LazyOptions,
  ) => ComponentType<Props>;
}

export function lazyPart<Code>(importCode: () => Promise<Code>): LazyPart<Code> {
  let loaded: Code | undefined;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const load = loadOnce(async () => {
    for (;;) {
      const timesBefore = timesAskedAgain;
      try {
        loaded = await importCode();
        arrive();
        return loaded;
      } catch (error) {
        // The cause may have ended while this attempt was already failing.
        if (timesAskedAgain === timesBefore) throw error;
      }
    }
  });
  async function loadPatiently(): Promise<Code> {
    try {
      return await load();
    } catch (error) {
      if (!isChunkError(error)) throw error;
      await new Promise<void>((resolve) => {
        waiting.add(loadAgain);
        function loadAgain(): void {
          waiting.delete(loadAgain);
          resolve();
        }
      });
      return loadPatiently();
    }
  }
  return {
    load,
    loadPatiently,
    component: (pick, options) => lazyComponent(() => loaded && pick(loaded), load, arrived, options),
  };
}

function lazyComponent<Props extends object>(
  loaded: () => ComponentType<Props> | undefined,
  load: () => Promise<unknown>,
  arrived: Promise<void>,
  { Fallback, whenTouched }: LazyOptions = {},
): ComponentType<Props> {
  return function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded());
    const [message, setMessage] = useState<ReactNode>(null);
    const isThere = Component !== undefined;
    // Not `lazy` with Suspense: React draws those last. On a slow machine a run's updates would delay them until the run ends.
    useEffect(() => {
      if (isThere) return undefined;
      function loadAgain(): void {
        setMessage(null);
        (whenTouched ? Promise.race([touched(), arrived]).then(load) : load()).then(
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
    return Fallback ? <Fallback message={message} /> : message;
  };
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Missing: saving a project is not offered. */
  readonly onSaveProject?: () => void;
  /** Called at each drawing, since the run continues behind the message; undefined: there is no complete result. */
  readonly downloadOf?: () => (() => void) | undefined;
}

/** Shows what happened and how to continue instead of a blank page. A class, because React has no other error boundaries. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!('error' in this.state)) return this.props.children;
    return <ErrorMessage {...this.props} error={this.state.error} />;
  }
}

interface ErrorMessageProps extends Omit<ErrorBoundaryProps, 'children'> {
  readonly error: unknown;
  /** Loads the missing part again; missing: only a reload helps. */
  readonly onTryAgain?: () => void;
}

export function ErrorMessage({ error, onTryAgain, onSaveProject, downloadOf }: ErrorMessageProps) {
  const message = errorText(error);
  const isChunk = isChunkError(error);
  useRepeatedDrawing();
  const onDownload = downloadOf?.();
  return (
    <div role="alert" className={styles.message}>
      <h2>{isChunk ? 'A part of this page could not be loaded' : 'Something went wrong'}</h2>
      <p>
        {isChunk ? 'Check the connection, then reload the page.' : 'Reload the page to continue.'}
        {onSaveProject && ' To be safe, save the project first.'}
      </p>
      <p className={styles.words}>{message}</p>
      <div className={styles.actions}>
        <Button variant="primary" inBar={false} onClick={() => location.reload()}>
          Reload
        </Button>
        {onTryAgain && (
          <Button
            onClick={({ currentTarget }) => {
              // The pressed button is about to disappear.
              currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
              onTryAgain();
            }}
          >
            Try again
          </Button>
        )}
        {onSaveProject && <Button onClick={onSaveProject}>Save project</Button>}
        {onDownload && <Button onClick={onDownload}>Download</Button>}
      </div>
    </div>
  );
}

const ASK_EVERY_MS = 500;

function useRepeatedDrawing(): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
