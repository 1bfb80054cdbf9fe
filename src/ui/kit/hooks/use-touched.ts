import { useEffect, useState } from 'react';
import { firstSign } from '../first-sign.ts';

const touched = firstSign(window);

/** Whether somebody has touched the page: what seeing it does not need is drawn from then on. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => void touched.then(() => setTouched(true)), []);
  return isTouched;
}
