import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether a section is open: as the work wants it, or as the person has left it since. A section is not closed over what somebody
 * is typing; from a button inside the focus goes to `summary`.
 */
export function useFold(
  isWanted: boolean,
  body: RefObject<HTMLElement | null>,
  summary: RefObject<HTMLElement | null>,
): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(isWanted);
  useEffect(() => {
    const focused = document.activeElement;
    if (!isWanted && body.current?.contains(focused)) {
      if (!(focused instanceof HTMLButtonElement)) return;
      summary.current?.focus();
    }
    setOpen(isWanted);
  }, [isWanted, body, summary]);
  return [isOpen, () => setOpen(!isOpen)];
}
