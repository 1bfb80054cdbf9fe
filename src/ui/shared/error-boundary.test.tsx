import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Broken({ error }: { error: Error }): never {
  throw error;
}

describe('ErrorBoundary', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('says what happened and gives the work away', async () => {
    const saveText = vi.fn();
    render(
      <ErrorBoundary onSaveText={saveText}>
        <Broken error={new Error('Boom')} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Boom');
    await userEvent.click(screen.getByRole('button', { name: 'Save text' }));
    expect(saveText).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });

  it('knows a part that could not be loaded', () => {
    const error = Object.assign(new Error('Loading chunk 416 failed.'), { name: 'ChunkLoadError' });
    render(
      <ErrorBoundary>
        <Broken error={error} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
    expect(screen.getByRole('alert').textContent).toContain('Loading chunk 416 failed.');
  });
});
