import { startTransition, useEffect, useState } from 'react';

/** Draws a change, sooner or later. */
type Draw = (change: () => void) => void;

/**
 * A value that is followed without hurry: React may draw its changes in slices between other work. Whoever acts on a value reads
 * the store.
 */
export function useFollowed<T>(subscribe: (onChange: () => void) => () => void, read: () => T): T {
  return useValue(subscribe, read, startTransition);
}

/**
 * A value whose changes are told a few at a time, because it stands on the page a hundred times over: each few are drawn before
 * other changes come. Without hurry they would gather, and be drawn all in one go.
 */
export function useToldInTurn<T>(subscribe: (onChange: () => void) => () => void, read: () => T): T {
  return useValue(subscribe, read, drawSoon);
}

const drawSoon: Draw = (change) => change();

function useValue<T>(subscribe: (onChange: () => void) => () => void, read: () => T, draw: Draw): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = () => draw(() => setValue(read));
    // Something may have changed between drawing and following.
    update();
    return subscribe(update);
  }, [subscribe, read, draw]);
  return value;
}
