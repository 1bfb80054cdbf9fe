import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** What Testing Library sets by itself only where the test functions are globals. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Files share one document (isolate: false): each test leaves it as it found it. */
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
