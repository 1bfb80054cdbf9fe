import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../test/fake-timers-and-console.ts';
import { ActionBarContext, Button } from './button.tsx';
import { openPopover, useFocusHeir } from './overlays.ts';

fakeTimersAndConsole();

const WINDOW = { width: 800, height: 600 };

/** A list of this height, 300 px wide, and its button, in a window of 800 by 600. */
function open({ height = 200, at = {}, align = 'start' as 'start' | 'end' }) {
  const [list, anchor] = [document.createElement('div'), document.createElement('button')];
  list.tabIndex = -1;
  document.body.replaceChildren(anchor, list);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(WINDOW.width);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(WINDOW.height);
  vi.spyOn(list, 'offsetHeight', 'get').mockReturnValue(height);
  vi.spyOn(list, 'offsetWidth', 'get').mockReturnValue(300);
  const place = { left: 100, top: 100, width: 200, height: 30, ...at };
  vi.spyOn(anchor, 'getBoundingClientRect').mockImplementation(() =>
    DOMRect.fromRect({ x: place.left, y: place.top, width: place.width, height: place.height }),
  );
  const onLeave = vi.fn();
  const end = openPopover(list, anchor, { align, onLeave });
  const shown = () => {
    const { top, bottom, left } = list.style;
    return { top, bottom, left, room: list.style.getPropertyValue('--room') };
  };
  return { list, anchor, place, shown, onLeave, end };
}

describe('openPopover', () => {
  it.each<
    [what: string, options: Parameters<typeof open>[0], expected: Partial<ReturnType<ReturnType<typeof open>['shown']>>]
  >([
    ['below its button', {}, { top: '134px', bottom: 'auto', left: '100px', room: '458px' }],
    ['below, longer than the room there', { height: 2_000 }, { top: '134px', room: '458px' }],
    ['above, where it has no room below', { at: { top: 450 } }, { top: 'auto', bottom: '154px', room: '438px' }],
    ['above, longer than the room there', { height: 2_000, at: { top: 450 } }, { bottom: '154px', room: '438px' }],
    ['below, where it has room, though there is more above', { at: { top: 350 } }, { top: '384px', room: '208px' }],
    ['in line with the end of its button', { align: 'end', at: { left: 400 } }, { left: '300px' }],
    ['not beside the window on the right', { at: { left: 700 } }, { left: '492px' }],
    ['not beside the window on the left', { align: 'end', at: { left: 0, width: 40 } }, { left: '8px' }],
    ['over its button, if that leaves no room', { at: { top: 20, height: 560 } }, { top: '432px', room: '160px' }],
    ['in the window, if its button is above it', { at: { top: -500 } }, { top: '8px', room: '584px' }],
    ['in the window, if its button is below it', { at: { top: 900 } }, { bottom: '8px', room: '584px' }],
  ])('places a list %s', (_, options, expected) => {
    expect(open(options).shown()).toMatchObject(expected);
  });

  it('follows its button while it is open', () => {
    const { place, shown, end, anchor } = open({});
    place.top = 40;
    window.dispatchEvent(new Event('scroll'));
    expect(shown().top).toBe('74px');
    end();
    place.top = 90;
    window.dispatchEvent(new Event('resize'));
    expect(shown().top).toBe('74px');
    expect(anchor.isConnected).toBe(true);
  });

  it('stays above the on-screen keyboard', () => {
    const view = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: WINDOW.height });
    vi.stubGlobal('visualViewport', view);
    const { shown } = open({ at: { top: 100 } });
    Object.assign(view, { height: 350 });
    view.dispatchEvent(new Event('resize'));
    expect(shown()).toMatchObject({ top: '134px', room: '208px' });
    // Pinch zoom.
    Object.assign(view, { scale: 3 });
    view.dispatchEvent(new Event('resize'));
    expect(shown()).toMatchObject({ top: '134px', room: '458px' });
    vi.unstubAllGlobals();
  });

  it('reports presses and focus outside the list and its button', () => {
    const { list, anchor, onLeave, end } = open({});
    for (const inside of [list, anchor]) {
      for (const kind of ['pointerdown', 'focusin']) inside.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    expect(onLeave).not.toHaveBeenCalled();
    for (const kind of ['pointerdown', 'focusin']) document.body.dispatchEvent(new Event(kind, { bubbles: true }));
    expect(onLeave).toHaveBeenCalledTimes(2);
    end();
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(onLeave).toHaveBeenCalledTimes(2);
  });
});

describe('useFocusHeir', () => {
  function Stop() {
    return (
      <Button inBar ref={useFocusHeir<HTMLButtonElement>('heir')}>
        Stop
      </Button>
    );
  }
  const page = (bar: HTMLElement | null, isRunning = true) => (
    <ActionBarContext value={bar}>
      <h2 id="heir" tabIndex={-1}>
        Batches
      </h2>
      {isRunning && <Stop />}
    </ActionBarContext>
  );
  const focusOnceDrawn = () => {
    act(() => vi.runAllTimers());
    return document.activeElement?.textContent;
  };

  it('[S2.17] hands on the focus of a button that has moved into the bar of a small window, or out of it', () => {
    const bar = document.body.appendChild(document.createElement('div'));
    const { rerender } = render(page(null));
    rerender(page(bar));
    const moved = screen.getByRole('button', { name: 'Stop' });
    expect(bar.contains(moved)).toBe(true);
    moved.focus();
    rerender(page(null));
    expect(focusOnceDrawn(), 'the button was drawn again elsewhere').toBe('Batches');
    screen.getByRole('button', { name: 'Stop' }).focus();
    rerender(page(null, false));
    expect(focusOnceDrawn(), 'the button disappeared').toBe('Batches');
  });
});
