import type { ReactNode, SVGProps } from 'react';

/** An icon of this shape, on a square of 24 by 24, in the colour of the text around it. It is hidden from screen readers: words stand beside it. */
export const icon = (shape: ReactNode) => (props: SVGProps<SVGSVGElement>) => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...props}
  >
    {shape}
  </svg>
);
