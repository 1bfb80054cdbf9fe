import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Gives the person the work as text files; not offered where it is missing. */
  readonly onSaveText?: () => void;
}

interface ErrorBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
}

/** Instead of a white page: what happened, and the way out. React offers this as a class only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    const message = error instanceof Error ? error.message : String(error);
    return (
      <div role="alert" className={styles.message}>
        <h2 className={styles.title}>
          {isChunkError(error) ? 'A part of this page could not be loaded' : 'Something went wrong'}
        </h2>
        <p>
          {isChunkError(error)
            ? 'Check the connection, then reload the page. What is finished is kept.'
            : 'Reload the page to go on. What is finished is kept.'}
        </p>
        <p className={styles.words}>{message}</p>
        <div className={styles.actions}>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {this.props.onSaveText && <Button onClick={this.props.onSaveText}>Save text</Button>}
        </div>
      </div>
    );
  }
}

const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';
