import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusSoon } from '../focus-soon.ts';

/** For an element that goes while it has the focus: the element with the id `heir` takes the focus over. */
export function useFocusHeir<Each extends HTMLElement>(heir: string): RefObject<Each | null> {
  const ref = useRef<Each>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) focusSoon(heir);
    };
  }, [heir]);
  return ref;
}
