/** Two subtitle lines; the second changes into another language. */
export function Logo() {
  return (
    <svg width="1.75rem" height="1.75rem" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path
        d="M6 3h16a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4h-4.5L14 25.5 10.5 21H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Z"
        fill="var(--color-accent)"
      />
      <g stroke="var(--color-on-accent)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d="M7 9.5h5" opacity="0.65" />
        <path d="M15.5 9.5H21" opacity="0.65" />
        <path d="M7 15h13" />
        <path d="m17.5 12.2 3 2.8-3 2.8" />
      </g>
    </svg>
  );
}
