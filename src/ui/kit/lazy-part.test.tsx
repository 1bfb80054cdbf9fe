import { act, render, screen } from '@testing-library/react';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, test, vi } from 'vitest';
import { firstTouch, lazyPart, loadAllAgain, touched } from './lazy-part.tsx';

/** A part with one component. */
function later<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  options?: Parameters<ReturnType<typeof lazyPart>['component']>[1],
) {
  const part = lazyPart(importPart);
  return Object.assign(
    part.component((Component) => Component, options),
    { load: part.load },
  );
}

const Greeting = ({ name }: { readonly name: string }) => <p>Hello, {name}</p>;

it('loads its code at its first drawing, and draws nothing until then', async () => {
  let arrive = () => {};
  const importPart = vi.fn(
    () =>
      new Promise<typeof Greeting>((resolve) => {
        arrive = () => resolve(Greeting);
      }),
  );
  const Part = later(importPart);
  expect(importPart).not.toHaveBeenCalled();
  const { container } = render(<Part name="Ana" />);
  expect(importPart).toHaveBeenCalledOnce();
  expect(container.textContent).toBe('');
  await act(async () => arrive());
  expect(container.textContent).toBe('Hello, Ana');
});

it('is drawn at once if its code was loaded ahead', async () => {
  const Part = later(async () => Greeting);
  await Part.load();
  const { container } = render(<Part name="Ana" />);
  expect(container.textContent).toBe('Hello, Ana');
});

it('is not mounted again when its code is loaded ahead while it waits', async () => {
  const Part = later(async () => Greeting);
  const { container, rerender } = render(<Part name="Ana" />);
  await act(Part.load);
  const drawn = container.firstChild;
  rerender(<Part name="Ben" />);
  expect(container.textContent).toBe('Hello, Ben');
  expect(container.firstChild).toBe(drawn);
});

it('shows an error if its code cannot be loaded, and a failed load ahead is repeated', async () => {
  const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
  const importPart = vi.fn(() => Promise.reject(missing));
  const Part = later<{ readonly name: string }>(importPart);
  await expect(Part.load()).rejects.toBe(missing);
  await act(async () =>
    render(
      <>
        <p>Beside it</p>
        <Part name="Ana" />
      </>,
    ),
  );
  expect(importPart).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('alert').textContent).toContain('Loading chunk 7 failed');
  expect(screen.getByText('Beside it')).toBeDefined();
});

it('"Try again" reloads every missing part', async () => {
  const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
  const importPart = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(missing).mockResolvedValue(Greeting);
  const Told = later(importPart);
  const importOther = vi
    .fn<() => Promise<typeof Greeting>>()
    .mockRejectedValueOnce(missing)
    .mockResolvedValue(Greeting);
  const StoodIn = later(importOther, { Fallback: () => <p>Soon</p> });
  await act(async () =>
    render(
      <>
        <Told name="Ana" />
        <StoodIn name="Ben" />
      </>,
    ),
  );
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByText('Hello, Ana')).toBeDefined();
  expect(screen.getByText('Hello, Ben')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the error again if the second try fails too', async () => {
  const Part = later<object>(() => Promise.reject(new Error('Loading chunk 7 failed')));
  await act(async () => render(<Part />));
  const first = screen.getByRole('alert');
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByRole('alert')).not.toBe(first);
});

it('keeps the focus in its panel when "Try again" disappears, whether loading succeeds or not', async () => {
  const importPart = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValue(new Error('Loading chunk 7 failed'));
  const Part = later(importPart);
  await act(async () =>
    render(
      <section aria-label="Panel" tabIndex={-1}>
        <Part name="Ana" />
      </section>,
    ),
  );
  const press = async () => {
    const button = screen.getByRole('button', { name: 'Try again' });
    button.focus();
    await act(async () => button.click());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Panel' }));
  };
  await press();
  importPart.mockResolvedValue(Greeting);
  await press();
  expect(screen.getByText('Hello, Ana')).toBeDefined();
});

it('a part that waits for the first touch is drawn once something else has loaded it', async () => {
  vi.resetModules();
  const fresh = await import('./lazy-part.tsx');
  const part = fresh.lazyPart(async () => Greeting);
  const Part = part.component((Component) => Component, { whenTouched: true });
  const { container } = render(<Part name="Ana" />);
  await act(async () => {});
  expect(container.textContent).toBe('');
  await act(async () => void (await part.load()));
  expect(container.textContent).toBe('Hello, Ana');
});

it('loads at once if it is drawn after the first touch', async () => {
  const Part = later(async () => Greeting, { whenTouched: true });
  // The page does this at its start.
  void touched();
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  await act(async () => render(<Part name="Ana" />));
  expect(screen.getByText('Hello, Ana')).toBeDefined();
});

it('a part that is awaited patiently comes once the page tries again', async () => {
  let isThere = false;
  const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
  const part = lazyPart(async () => {
    if (!isThere) throw missing;
    return 'the code';
  });
  const coming = part.loadPatiently();
  await expect(part.load()).rejects.toBe(missing);
  isThere = true;
  loadAllAgain();
  expect(await coming).toBe('the code');
});

it('a part whose attempt is already failing when the page tries again is loaded once more', async () => {
  let fail: (error: Error) => void = () => {};
  const importCode = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
    .mockResolvedValueOnce('its code');
  const patient = lazyPart(importCode).loadPatiently();
  loadAllAgain();
  fail(Object.assign(new Error('Loading chunk 416 failed.'), { name: 'ChunkLoadError' }));
  await expect(patient).resolves.toBe('its code');
});

it('an optional part draws its fallback if its code cannot be loaded', async () => {
  const Part = later<object>(() => Promise.reject(new Error('gone')), { Fallback: () => <p>Soon</p> });
  render(<Part />);
  expect(screen.getByText('Soon')).toBeDefined();
  await act(async () => {});
  expect(screen.getByText('Soon')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('appears even while the page redraws all the time', async () => {
  const MOST_DRAWINGS = 300;
  const Part = later(async () => Greeting);
  const place = document.createElement('div');
  let drawingsUntilThere: number | undefined;
  /** Like a run on a slow machine: each drawing causes another. */
  function Busy({ onEnd }: { readonly onEnd: () => void }) {
    const [drawings, setDrawings] = useState(0);
    useEffect(() => {
      if (place.textContent?.includes('Hello')) drawingsUntilThere ??= drawings;
      if (drawings < MOST_DRAWINGS) startTransition(() => setDrawings(drawings + 1));
      else onEnd();
    }, [drawings, onEnd]);
    return null;
  }
  // React's real scheduling, which `act` would replace.
  const isActing = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(place);
  await new Promise<void>((resolve) => {
    root.render(
      <>
        <Busy onEnd={resolve} />
        <Part name="Ana" />
      </>,
    );
  });
  root.unmount();
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isActing);
  expect(drawingsUntilThere).toBeLessThan(MOST_DRAWINGS);
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test.each(['pointermove', 'keydown', 'focusin', 'input', 'dragenter', 'drop', 'touchstart'])(
  '%s counts as a touch of the page',
  async (type) => {
    const onSign = vi.fn();
    void firstTouch(window).then(onSign);
    await nextTask();
    expect(onSign).not.toHaveBeenCalled();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    await nextTask();
    expect(onSign).toHaveBeenCalledOnce();
  },
);
