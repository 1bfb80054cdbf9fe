import { useEffect, useState } from 'react';
import type { Port } from '../../lib/port.ts';

/**
 * The present question of a port, and the function that answers it. A new question answers the earlier one with no, and so does the removal of the component.
 */
export function useQuestion<Args extends readonly unknown[]>(port: Port<Args, boolean>) {
  const [asked, setAsked] = useState<{ readonly args: Args; readonly answer: (isYes: boolean) => void }>();
  useEffect(() => {
    let last: typeof asked;
    const end = port.use((...args) => {
      last?.answer(false);
      return new Promise((resolve) => {
        const given = {
          args,
          answer(isYes: boolean) {
            setAsked((now) => (now === given ? undefined : now));
            resolve(isYes);
          },
        };
        last = given;
        setAsked(given);
      });
    });
    return () => {
      end();
      last?.answer(false);
    };
  }, [port]);
  return asked;
}
