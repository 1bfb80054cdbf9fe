import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Testing Library sets this by itself only if the test functions are globals. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Test files share one document (isolate: false): each test must leave it empty. */
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
