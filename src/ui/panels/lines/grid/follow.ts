import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { isTextField, listen } from '../../../kit/browser.ts';
import { useServices } from '../../../state/services.tsx';
import { lineKey, useLinesStore } from '../lines-view.ts';

/** What a person does just now, as the list sees it. */
export interface AtWork {
  /** A line is open, or the focus is in a text field. */
  readonly isWriting: boolean;
  /** Lines, or words to copy. */
  readonly isSelecting: boolean;
  /** Since somebody has scrolled the list, or walked through it by keys; Infinity: nobody has. */
  readonly scrolledAgoMs: number;
}

/** Who has scrolled away is left alone for so long. */
const SCROLLED_MS = 3_000;

/** Whether the list may go to the line that the film shows. */
export const mayFollow = ({ isWriting, isSelecting, scrolledAgoMs }: AtWork): boolean =>
  !isWriting && !isSelecting && scrolledAgoMs >= SCROLLED_MS;

/** Brings the line that the film shows into the middle of the list, unless a person is at work there. */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  reveal: (key: string, isJump: true) => void,
): void {
  const { playback } = useServices().video;
  const store = useLinesStore();
  const playing = useStore(playback, (state) => state.playing);
  const scrolledAtMs = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (!scroller.current) return undefined;
    const byHand = () => {
      scrolledAtMs.current = performance.now();
    };
    return listen(
      scroller.current,
      { wheel: byHand, touchmove: byHand, pointerdown: byHand, keydown: byHand },
      { passive: true, capture: true },
    );
  }, [scroller]);

  const follow = useEffectEvent((number: number) => {
    const { open, selected } = store.getState();
    const atWork: AtWork = {
      isWriting: open !== null || isTextField(document.activeElement),
      isSelecting: selected.size > 0 || document.getSelection()?.isCollapsed === false,
      scrolledAgoMs: performance.now() - scrolledAtMs.current,
    };
    if (mayFollow(atWork)) reveal(lineKey(number), true);
  });
  useEffect(() => {
    if (playing !== undefined) follow(playing);
  }, [playing]);
}
