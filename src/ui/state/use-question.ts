import { useEffect, useState } from 'react';
import type { Port } from '../../lib/port.ts';

/**
 * What a port asks just now, and the answer to it. Of two questions only the later one is asked; the earlier one, and one that is open when the
 * page goes, is answered with no.
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
