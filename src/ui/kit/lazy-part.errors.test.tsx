import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { muteErrors } from '../../../test/fake-timers-and-console.ts';
import { ErrorBoundary } from './lazy-part.tsx';
import { NoticeBar } from './panel.tsx';

function Broken({ error }: { error: Error }): never {
  throw error;
}

describe('ErrorBoundary', () => {
  beforeEach(() => {
    muteErrors();
  });

  it('says what happened and offers the work as a file', async () => {
    const saveProject = vi.fn();
    const download = vi.fn();
    render(
      <ErrorBoundary onSaveProject={saveProject} downloadOf={() => download}>
        <Broken error={new Error('Boom')} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Boom');
    await userEvent.click(screen.getByRole('button', { name: 'Save project' }));
    expect(saveProject).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(download).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });

  it('offers Download as soon as the result is complete', async () => {
    let complete = false;
    render(
      <ErrorBoundary onSaveProject={() => {}} downloadOf={() => (complete ? () => {} : undefined)}>
        <Broken error={new Error('Boom')} />
      </ErrorBoundary>,
    );
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    complete = true;
    expect(await screen.findByRole('button', { name: 'Download' })).toBeDefined();
  });

  it('recognizes a part that could not be loaded', () => {
    const error = Object.assign(new Error('Loading chunk 416 failed.'), { name: 'ChunkLoadError' });
    render(
      <ErrorBoundary>
        <Broken error={error} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
    expect(screen.getByRole('alert').textContent).toContain('Loading chunk 416 failed.');
  });

  it('recognizes a missing style sheet, and shows no escaped line ends', () => {
    const words = 'Loading CSS chunk 416 failed.\\n(http://localhost/416.css)';
    render(
      <ErrorBoundary>
        <Broken error={Object.assign(new Error(words), { code: 'CSS_CHUNK_LOAD_FAILED' })} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('A part of this page could not be loaded');
    expect(screen.getByText(/Loading CSS chunk 416 failed\.\s\(/).textContent).not.toContain('\\n');
  });
});

it('a double click dismisses only one notice, not the unread next one', () => {
  const dismiss = vi.fn();
  render(<NoticeBar onDismiss={dismiss}>Read this</NoticeBar>);
  const button = screen.getByRole('button', { name: 'Dismiss' });
  fireEvent.click(button, { detail: 2 });
  expect(dismiss).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  expect(dismiss).toHaveBeenCalledOnce();
});
