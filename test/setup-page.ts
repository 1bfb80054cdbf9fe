import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';

/** Testing Library sets this by itself only if the test functions are globals. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/**
 * React keeps a stack of each element for its warnings, up to 10,000 a second: a seventh of the time of these tests. So they are used up from
 * the beginning.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });

/** Test files share one document (isolate: false): each test must leave it empty. */
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
