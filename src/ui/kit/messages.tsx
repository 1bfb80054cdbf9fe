import { Component, type ReactNode, useEffect, useState } from 'react';
import { errorText, isChunkError } from '../../lib/result.ts';
import { Button, PlainButton } from './button.tsx';
import styles from './error-boundary.module.css';
import { X } from './icons.tsx';
import noticeBarStyles from './notice-bar.module.css';

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
        {isChunk
          ? 'Check the connection, then reload the page. What is finished is kept.'
          : 'Reload the page to go on. What is finished is kept.'}
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

interface NoticeBarProps {
  readonly children: ReactNode;
  /** The notice asks for nothing. */
  readonly quiet?: boolean;
  /** Missing: the notice stays as long as its reason. */
  readonly onDismiss?: () => void;
}

/** A notice that is not an error. Put it into a live region if it appears by itself. */
export function NoticeBar({ children, quiet = false, onDismiss }: NoticeBarProps) {
  return (
    <div className={noticeBarStyles.notice} data-quiet={quiet || undefined}>
      <div className={noticeBarStyles.content}>{children}</div>
      {onDismiss && (
        <PlainButton once className={noticeBarStyles.dismiss} aria-label="Dismiss" icon={<X />} onClick={onDismiss} />
      )}
    </div>
  );
}
