import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusSoon } from './focus.ts';

/** For an element that may disappear while it has the focus: then the element with the id `heir` gets the focus. */
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

/** For a dialog that is open while it is drawn. Afterwards the focus returns to the opener or, if the opener is gone, to the first part of the page. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
      const isLost = opener?.isConnected === false && document.activeElement === document.body;
      if (isLost) firstPart()?.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

export const firstPart = (): HTMLElement | null => document.querySelector('main [tabindex="-1"]');
